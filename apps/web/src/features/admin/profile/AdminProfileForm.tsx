import { messages, screens } from "@cairn/contract";
import { ImageUp } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import "../../../ui/card.css";
import { Field } from "../../../ui/Field.tsx";
import { PasswordInput } from "../../../ui/PasswordInput.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { toast } from "../../../ui/toast-store.ts";
import type { AdminProfile } from "../admin-model.ts";
import { useAdminSource } from "../admin-source.ts";
import "./admin-profile.css";
import { usePhotoPreview } from "./usePhotoPreview.ts";

interface ProfileValues extends AdminProfile {
  /** Never kept. */
  password: string;
}

/**
 * Update Profile puts what the fields hold into the card beside them, as Upload Photo does with a picture; Save keeps
 * it for the other visits to this screen.
 */
export function AdminProfileForm({ profile }: { profile: AdminProfile }) {
  const { actions } = useAdminSource();
  const [shown, setShown] = useState(profile);
  const { register, handleSubmit, getValues, resetField } = useForm<ProfileValues>({
    defaultValues: { ...profile, password: "" },
  });
  const entered = (): AdminProfile => {
    const { name, email } = getValues();
    return { name: name.trim(), email: email.trim() };
  };

  const update = () => {
    setShown(entered());
    toast("Profile preview updated");
  };
  const save = handleSubmit(async () => {
    const next = entered();
    await actions.saveProfile(next);
    setShown(next);
    resetField("password");
    window.alert(messages.adminProfileSaved);
  });

  return (
    <div className="admin-profile">
      <ProfileCard {...shown} />
      <form className="card panel grid gap-5" aria-label="Profile" noValidate onSubmit={save}>
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Name">
            <TextInput {...register("name")} autoComplete="name" />
          </Field>
          <Field label="Email">
            <TextInput {...register("email")} type="email" autoComplete="email" />
          </Field>
        </div>
        <Field label="Password" hint="Leave empty to keep the one you have.">
          <PasswordInput {...register("password")} placeholder="New password" autoComplete="new-password" />
        </Field>
        <div className="admin-profile-foot">
          <ButtonLink kind="ghost" to={screens.adminDashboard}>
            Cancel
          </ButtonLink>
          <Button onClick={update}>Update Profile</Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </div>
      </form>
    </div>
  );
}

function ProfileCard({ name, email }: AdminProfile) {
  const id = useId();
  const [photo, show] = usePhotoPreview();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) show(file);
  };
  return (
    <section className="card admin-profile-card" aria-label="Preview">
      <Avatar name={name} photo={photo} size={112} />
      <p className="admin-profile-who">
        <b>{name}</b>
        <span className="admin-note">{email}</span>
      </p>
      <input id={id} type="file" className="sr-only" accept="image/*" onChange={choose} />
      <label htmlFor={id} className="btn btn-secondary btn-sm">
        <ImageUp size={16} />
        Upload Photo
      </label>
    </section>
  );
}
