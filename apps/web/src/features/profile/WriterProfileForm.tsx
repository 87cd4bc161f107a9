import { isBlank, type LanguageCode, limits, type Profile } from "@cairn/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import type { Problems } from "../../lib/forms/useForm.ts";
import { type Keeper, type Kept, useKeptForm } from "../../lib/forms/useKeptForm.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import { Field } from "../../ui/Field.tsx";
import { LanguagesField } from "../../ui/LanguagesField.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import { DeletionNote } from "./DeletionNote.tsx";
import { PhotoCard, photoProblem } from "./PhotoCard.tsx";

import * as profileCss from "./profile.module.css";
import { useChangeProfile } from "./profile.queries.ts";

interface WriterProfileFormProps {
  /** Undefined if it could not be loaded; the fields are then empty. */
  profile: Profile | undefined;
  kept: Kept | null;
  /** Stores a typed name, nothing else. */
  keeper: Keeper;
  restored: (keptAt: string, onDiscard: () => void) => ReactNode;
  /** Rendered below the form. */
  children: ReactNode;
}

const saved = "Profile updated successfully!";
const failed = "Failed to update profile.";

export function WriterProfileForm(props: WriterProfileFormProps) {
  const { profile, kept, keeper, restored, children } = props;
  const loaded = profile?.name ?? "";
  const form = useKeptForm<{ name?: string }, "password" | "avatar">({
    initial: {},
    kept,
    keeper,
    restore: ({ name }) => (typeof name === "string" ? { name } : {}),
    entryOf: (typed) => (typed.name === loaded ? null : typed),
  });
  const [isRestored] = useState(form.values.name !== undefined);
  const [password, setPassword] = useState("");
  const [photo, setPhoto] = useState<File | null>(null);
  /** Null: as they were loaded. */
  const [languages, setLanguages] = useState<readonly LanguageCode[] | null>(null);
  const { problems, setProblems } = form;
  const { send, isSending } = useSend(() => undefined);
  const change = useChangeProfile();
  const name = form.values.name ?? loaded;

  /** Restores the values last loaded; nothing stored changes. */
  function cancel() {
    form.discard();
    setPassword("");
    setPhoto(null);
    setLanguages(null);
  }

  function choose(file: File) {
    const problem = photoProblem(file);
    if (problem) return setProblems({ avatar: problem });
    setProblems({});
    setPhoto(file);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    if (isBlank(name)) return setProblems({ name: "Please enter your full name." });
    await send(async () => {
      setProblems({});
      try {
        const changed = {
          name: name.trim(),
          ...(password !== "" && { password }),
          // As text: a form has no empty list.
          ...(languages && { languages: languages.join(",") }),
        };
        await change(changed, { photo });
        cancel();
        alert(saved);
      } catch (error) {
        setProblems(problemsOf(error));
        alert(failed);
      }
    });
  }

  return (
    <div className={profileCss.root}>
      <PhotoCard
        name={name}
        email={profile?.email ?? ""}
        photo={profile?.avatar_url ?? null}
        chosen={photo}
        problem={problems.avatar}
        disabled={isSending}
        onChoose={choose}
      />
      <div className={`${layoutCss.stack} ${layoutCss.gap5} ${profileCss.column}`}>
        <form
          className={`${cardCss.root} ${cardCss.panel} ${layoutCss.stack} ${layoutCss.gap5} ${partsCss.slimPanel} ${profileCss.form}`}
          noValidate
          onSubmit={(event) => void save(event)}
        >
          {isRestored && form.restoredAt !== null && restored(form.restoredAt, cancel)}
          <div className={profileCss.pair}>
            <Field label="Full Name" error={problems.name}>
              <TextInput
                value={name}
                autoComplete="name"
                maxLength={limits.nameLength}
                onChange={({ currentTarget }) => form.set({ name: currentTarget.value })}
              />
            </Field>
            <Field label="Email Address">
              <TextInput type="email" value={profile?.email ?? ""} disabled />
            </Field>
          </div>
          <Field
            label="Password"
            error={problems.password}
            hint="Leave empty to keep your current password. Use 8 or more characters."
          >
            <PasswordInput
              value={password}
              autoComplete="new-password"
              placeholder="New password"
              maxLength={limits.passwordMaxLength}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </Field>
          {profile && <LanguagesField chosen={languages ?? profile.languages} onChange={setLanguages} />}
          <DeletionNote canRequest={profile !== undefined} />
          <div className={partsCss.formFoot}>
            <Button className={profileCss.action} kind="ghost" disabled={isSending} onClick={cancel}>
              Cancel
            </Button>
            <Button
              className={profileCss.action}
              kind="primary"
              type="submit"
              working={isSending}
              workingText="Saving..."
            >
              Save
            </Button>
          </div>
        </form>
        {children}
      </div>
    </div>
  );
}

/** The server's messages per field; a problem with the picture comes as the response's own message. */
function problemsOf(error: unknown): Problems<{ name?: string }, "password" | "avatar"> {
  if (!(error instanceof ApiError)) return {};
  if (error.status === 413 || error.status === 415) return { avatar: error.message };
  return Object.fromEntries(error.details.map(({ field, problem }) => [field, problem]));
}
