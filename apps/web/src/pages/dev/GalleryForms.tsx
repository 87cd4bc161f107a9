import { Mail, PenLine, Search, Shield, User } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DropZone } from "../../ui/DropZone.tsx";
import { Field } from "../../ui/Field.tsx";
import { FileRow } from "../../ui/FileRow.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { RadioCards } from "../../ui/RadioCards.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea, TextInput } from "../../ui/TextInput.tsx";
import { TypeTile } from "../../ui/TypeTile.tsx";
import { GalleryRow, GallerySection } from "./GallerySection.tsx";

const filters = ["All", "Drafts", "Published", "Flagged"] as const;

const roles = [
  { value: "Admin", label: "Admin", icon: <Shield size={20} /> },
  { value: "TechWriter", label: "Tech Writer", icon: <PenLine size={20} /> },
  { value: "User", label: "User", icon: <User size={20} /> },
];

export function GalleryForms() {
  const [filter, setFilter] = useState<(typeof filters)[number]>("Published");
  return (
    <GallerySection title="Fields">
      <Field label="Full Name">
        <TextInput defaultValue="Amina Yusuf" />
      </Field>
      <Field label="Phone" optional>
        <TextInput type="tel" placeholder="+254 700 000 000" />
      </Field>
      <Field label="Email" hint="Email cannot be changed.">
        <TextInput icon={<Mail size={17} />} defaultValue="amina.yusuf@example.com" disabled />
      </Field>
      <Field label="Password" hint="Use 8 or more characters.">
        <PasswordInput autoComplete="new-password" defaultValue="trailhead24" />
      </Field>
      <Field label="Confirm Password" error="Passwords do not match">
        <PasswordInput autoComplete="new-password" defaultValue="trailhead2" />
      </Field>
      <Field label="Category">
        <Select defaultValue="">
          <option value="">Select a category</option>
          <option>Cyber Security</option>
        </Select>
      </Field>
      <Field label="Description">
        <TextArea rows={2} placeholder="What is it about?" />
      </Field>
      <RadioCards legend="Role" name="role" defaultValue="User" options={roles} />
      <RadioCards legend="Role, missing" name="no-role" error="Please select a role" options={roles} />
      <GalleryRow>
        <Select inlineLabel="Filter by" defaultValue="All">
          <option>All</option>
          <option>Video</option>
          <option>Article</option>
        </Select>
        <Select inlineLabel="Sort" defaultValue="Newest">
          <option>Newest</option>
          <option>Oldest</option>
        </Select>
      </GalleryRow>
      <TextInput
        type="search"
        size="sm"
        aria-label="Search"
        placeholder="Search"
        icon={<Search size={16} />}
      />
      <Segmented label="Filter" options={filters} value={filter} onChange={setFilter} />
      <Field label="File">
        <DropZone accept="image/png" note="JPEG, PNG, PDF, MP4, up to 50 MB" onFile={() => {}} />
      </Field>
      <FileRow
        preview={<TypeTile type="Video" />}
        name="spot-the-phish.mp4"
        note="21.4 of 34.0 MB · 2.1 MB/s"
        progress={0.63}
      />
      <GalleryRow>
        <Checkbox label="Unread" />
        <Checkbox label="Ticked" defaultChecked />
        <Checkbox label="Read" defaultChecked disabled />
      </GalleryRow>
    </GallerySection>
  );
}
