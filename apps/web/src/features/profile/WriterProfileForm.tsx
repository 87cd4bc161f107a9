import { limits, type Profile } from "@cairn/contract";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import "../../ui/card.css";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { DeletionNote } from "./DeletionNote.tsx";
import { PhotoCard } from "./PhotoCard.tsx";
import { photoProblem } from "./photo-file.ts";
import { useChangeProfile } from "./profile.queries.ts";

interface WriterProfileFormProps {
  /** Undefined: it could not be loaded, and the fields are empty. */
  profile: Profile | undefined;
  /** A name that was typed before and not saved. */
  keptName: string | undefined;
  onKeep: (name: string | null) => void;
  restored: (onDiscard: () => void) => ReactNode;
  /** Under the form. */
  children: ReactNode;
}

type Problems = Partial<Record<"name" | "password" | "avatar", string>>;

const saved = "Profile updated successfully!";
const failed = "Failed to update profile.";

export function WriterProfileForm(props: WriterProfileFormProps) {
  const { profile, keptName, onKeep, restored, children } = props;
  const loaded = profile?.name ?? "";
  const [typed, setTyped] = useState(keptName);
  const [isRestored, setRestored] = useState(keptName !== undefined);
  const [password, setPassword] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);
  const underway = useRef(false);
  const change = useChangeProfile();
  const name = typed ?? loaded;

  function type(next: string) {
    setTyped(next);
    onKeep(next === loaded ? null : next);
  }

  /** Puts back what was last loaded; nothing stored changes. */
  function cancel() {
    onKeep(null);
    setTyped(undefined);
    setRestored(false);
    setPassword("");
    setPhoto(null);
    setProblems({});
  }

  function choose(file: File) {
    const problem = photoProblem(file);
    if (problem) return setProblems({ avatar: problem });
    setProblems({});
    setPhoto(file);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    // Two quick presses come before the button is disabled.
    if (underway.current) return;
    if (name.trim() === "") return setProblems({ name: "Please enter your full name." });
    underway.current = true;
    setSaving(true);
    setProblems({});
    try {
      await change({ name: name.trim(), ...(password !== "" && { password }) }, { photo });
      cancel();
      alert(saved);
    } catch (error) {
      setProblems(problemsOf(error));
      alert(failed);
    }
    underway.current = false;
    setSaving(false);
  }

  return (
    <div className="profile">
      <PhotoCard
        name={name}
        email={profile?.email ?? ""}
        photo={profile?.avatar_url ?? null}
        chosen={photo}
        problem={problems.avatar}
        disabled={isSaving}
        onChoose={choose}
      />
      <div className="profile-column">
        <form className="card panel profile-form" noValidate onSubmit={(event) => void save(event)}>
          {isRestored && restored(cancel)}
          <div className="profile-pair">
            <Field label="Full Name" error={problems.name}>
              <TextInput
                value={name}
                autoComplete="name"
                maxLength={limits.nameLength}
                onChange={({ currentTarget }) => type(currentTarget.value)}
              />
            </Field>
            <Field label="Email Address">
              <TextInput type="email" value={profile?.email ?? ""} disabled />
            </Field>
          </div>
          <Field
            label="Password"
            error={problems.password}
            hint="Leave empty to keep the one you have. Use 8 or more characters."
          >
            <PasswordInput
              value={password}
              autoComplete="new-password"
              placeholder="New password"
              maxLength={limits.passwordMaxLength}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </Field>
          <DeletionNote canRequest={profile !== undefined} />
          <div className="profile-foot">
            <Button kind="ghost" disabled={isSaving} onClick={cancel}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" working={isSaving} workingText="Saving...">
              Save
            </Button>
          </div>
        </form>
        {children}
      </div>
    </div>
  );
}

/** What the server says about single fields; a word about the picture comes as the answer's own sentence. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  if (error.status === 413 || error.status === 415) return { avatar: error.message };
  return Object.fromEntries(error.details.map(({ field, problem }) => [field, problem]));
}
