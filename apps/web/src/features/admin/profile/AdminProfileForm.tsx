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
import { ActionProblem } from "../ActionProblem.tsx";
import { actionProblem } from "../action-problem.ts";
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
  const { kind, actions } = useAdminSource();
  const [photo, setPhoto] = useState<File | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
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
    setSaving(true);
    setProblem(undefined);
    try {
      await actions.saveProfile(next, { password: getValues("password"), photo });
      setShown(next);
      resetField("password");
      setPhoto(null);
      window.alert(messages.adminProfileSaved);
    } catch (error) {
      setProblem(actionProblem(error));
    }
    setSaving(false);
  });

  return (
    <div className="admin-profile">
      <ProfileCard {...shown} photo={profile.photo} onChoose={setPhoto} />
      <form className="card panel grid gap-5" aria-label="Profile" noValidate onSubmit={save}>
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Name">
            <TextInput {...register("name")} autoComplete="name" />
          </Field>
          <Field label="Email" hint={kind === "live" && "The address you log in with stays as it is."}>
            <TextInput {...register("email")} type="email" autoComplete="email" readOnly={kind === "live"} />
          </Field>
        </div>
        <Field label="Password" hint="Leave empty to keep the one you have.">
          <PasswordInput {...register("password")} placeholder="New password" autoComplete="new-password" />
        </Field>
        <ActionProblem text={problem} />
        <div className="admin-profile-foot">
          <ButtonLink kind="ghost" to={screens.adminDashboard}>
            Cancel
          </ButtonLink>
          <Button onClick={update}>Update Profile</Button>
          <Button kind="primary" type="submit" disabled={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </div>
  );
}

interface ProfileCardProps extends AdminProfile {
  onChoose: (photo: File) => void;
}

function ProfileCard({ name, email, photo: kept, onChoose }: ProfileCardProps) {
  const id = useId();
  const [photo, show] = usePhotoPreview();
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    show(file);
    onChoose(file);
  };
  return (
    <section className="card admin-profile-card" aria-label="Preview">
      <Avatar name={name} photo={photo ?? kept} size={112} />
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
