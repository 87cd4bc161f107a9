import { type LanguageCode, messages, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { type ChangeEvent, Suspense, useId, useState } from "react";
import * as adminCss from "../features/admin/admin.module.css";
import { useAdminCalls } from "../features/admin/admin-calls.ts";
import type { AdminProfile } from "../features/admin/admin-model.ts";
import { ActionProblem, actionProblem, LoadFailure } from "../features/admin/useAction.tsx";
import * as profileCss from "../features/profile/profile.module.css";
import { useForm } from "../lib/forms/useForm.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { useObjectUrl } from "../lib/object-url.ts";
import { useSend } from "../lib/useSend.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import * as buttonCss from "../ui/button.module.css";
import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import * as formFootCss from "../ui/form-foot.module.css";
import * as kit from "../ui/kit.module.css";
import { LanguagesField } from "../ui/LanguagesField.tsx";
import { PasswordInput, TextInput } from "../ui/TextInput.tsx";
import { toast } from "../ui/toast-store.ts";
import { AdminHead } from "./admin/AdminHead.tsx";

// Lazy: it is below the form.
const ForPrograms = lazyNamed(() => import("./admin/ForPrograms.tsx"), "ForPrograms");

export function AdminProfilePage() {
  const { kind, profile: profileQuery } = useAdminCalls();
  const query = useQuery(profileQuery);
  const { data: profile } = query;
  return (
    <>
      <AdminHead heading="Profile" />
      {profile && <AdminProfileForm profile={profile} />}
      {query.isLoadingError && <LoadFailure query={query} />}
      {kind === "live" && (
        <Suspense>
          <ForPrograms />
        </Suspense>
      )}
    </>
  );
}

interface ProfileValues extends AdminProfile {
  /** Never stored. */
  password: string;
}

/**
 * Update Profile copies the fields to the card next to the form, as Upload Photo does with a picture; Save stores the
 * profile, so it is there on the next visit.
 */
function AdminProfileForm({ profile }: { profile: AdminProfile }) {
  const { kind, saveProfile } = useAdminCalls();
  const [photo, setPhoto] = useState<File | null>(null);
  /** Null: as they were loaded. */
  const [languages, setLanguages] = useState<readonly LanguageCode[] | null>(null);
  const { send, isSending, failure } = useSend(actionProblem);
  const [shown, setShown] = useState(profile);
  const { read, change, field, submit } = useForm<ProfileValues>({ initial: { ...profile, password: "" } });
  const entered = (): AdminProfile => {
    const { name, email } = read();
    return { name: name.trim(), email: email.trim() };
  };

  const update = () => {
    setShown(entered());
    toast("Profile preview updated");
  };
  const save = submit(async () => {
    const next = entered();
    await send(async () => {
      const changed = languages ? { ...next, languages } : next;
      await saveProfile(changed, { password: read().password, photo });
      setShown(next);
      change({ password: "" });
      setPhoto(null);
      window.alert(messages.adminProfileSaved);
    });
  });

  return (
    <div className={profileCss.root}>
      <ProfileCard {...shown} photo={profile.photo} onChoose={setPhoto} />
      <Card as="form" pad gap={5} aria-label="Profile" noValidate onSubmit={save}>
        <div className={profileCss.pair}>
          <Field label="Name">
            <TextInput {...field("name")} autoComplete="name" />
          </Field>
          <Field label="Email" hint={kind === "live" && "Your login address stays the same."}>
            <TextInput
              {...field("email")}
              type="email"
              autoComplete={kind === "live" ? "username" : "email"}
              readOnly={kind === "live"}
            />
          </Field>
        </div>
        <Field
          label="Password"
          hint={
            kind === "live"
              ? "Leave empty to keep your current password."
              : "This is sample data: your password stays the same."
          }
        >
          <PasswordInput {...field("password")} placeholder="New password" autoComplete="new-password" />
        </Field>
        {profile.languages && (
          <LanguagesField chosen={languages ?? profile.languages} onChange={setLanguages} />
        )}
        <ActionProblem text={failure ?? undefined} />
        <div className={formFootCss.root}>
          <ButtonLink className={profileCss.action} kind="ghost" to={screens.adminDashboard}>
            Cancel
          </ButtonLink>
          <Button className={profileCss.action} onClick={update}>
            Update Profile
          </Button>
          <Button className={profileCss.action} kind="primary" type="submit" disabled={isSending}>
            Save
          </Button>
        </div>
      </Card>
    </div>
  );
}

interface ProfileCardProps extends AdminProfile {
  onChoose: (photo: File) => void;
}

function ProfileCard({ name, email, photo: kept, onChoose }: ProfileCardProps) {
  const id = useId();
  /** Stays after it was saved. */
  const [chosen, setChosen] = useState<File | null>(null);
  const photo = useObjectUrl(chosen);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    setChosen(file);
    onChoose(file);
  };
  return (
    <Card as="section" gap={4} className={profileCss.photoCard} aria-label="Preview">
      <Avatar name={name} photo={photo ?? kept} size={112} className={profileCss.photo} />
      <p>
        <b>{name}</b>
        <span className={kit.subline}>{email}</span>
      </p>
      <input id={id} type="file" className={kit.srOnly} accept="image/*" onChange={choose} />
      <label
        htmlFor={id}
        className={`${buttonCss.root} ${buttonCss.secondary} ${buttonCss.sm} ${adminCss.fileLabel}`}
      >
        <ImageUp size={16} />
        Upload Photo
      </label>
    </Card>
  );
}
