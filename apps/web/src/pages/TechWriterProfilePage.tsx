import { isBlank, type LanguageCode, limits, messages, type Profile } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, Suspense, useState } from "react";
import { DeletionNote } from "../features/profile/DeletionNote.tsx";
import { PhotoCard } from "../features/profile/PhotoCard.tsx";
import { ProfileFoot } from "../features/profile/ProfileFoot.tsx";
import * as profileCss from "../features/profile/profile.module.css";
import { useChangeProfile, writerProfileQuery } from "../features/profile/profile.queries.ts";
import { SessionList } from "../features/sessions/SessionList.tsx";
import { ApiError } from "../lib/api/api-error.ts";
import { photos } from "../lib/file-rules.ts";
import type { Problems } from "../lib/forms/useForm.ts";
import { useJournal } from "../lib/forms/useJournal.ts";
import { type Keeper, type Kept, useKeptForm } from "../lib/forms/useKeptForm.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSend } from "../lib/useSend.ts";
import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import { LanguagesField } from "../ui/LanguagesField.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { PasswordOwner } from "../ui/PasswordOwner.tsx";
import { RestoredSpot } from "../ui/RestoredSpot.tsx";
import { Stack } from "../ui/Stack.tsx";
import { PasswordInput, TextInput } from "../ui/TextInput.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

// Lazy: they are below the form.
const OwnPanels = lazyNamed(() => import("./profile/OwnPanels.tsx"), "OwnPanels");
const PublicProfile = lazyNamed(() => import("../features/profile/PublicProfile.tsx"), "PublicProfile");

const form = "profile";

export function TechWriterProfilePage() {
  const { id: owner, isVisitor, isUnknown } = useWriter();
  const profile = useQuery({ ...writerProfileQuery, enabled: !isVisitor });
  const { kept, keeper } = useJournal(owner, form);
  const isLoading = isUnknown || profile.isLoading || kept === undefined;
  return (
    <>
      <PageTitle title="My Profile" hidden />
      <PageHead title="My Profile" />
      {isLoading ? (
        <LoadingLine text={messages.loading} />
      ) : (
        <WriterProfileForm key={owner} profile={profile.data} kept={kept} keeper={keeper}>
          {!isVisitor && (
            <>
              <Suspense>
                {owner !== null && profile.data && (
                  <PublicProfile key={owner} owner={owner} profile={profile.data} />
                )}
                <OwnPanels />
              </Suspense>
              <SessionList />
            </>
          )}
        </WriterProfileForm>
      )}
      <SignInHint />
    </>
  );
}

interface WriterProfileFormProps {
  /** Undefined if it could not be loaded; the fields are then empty. */
  profile: Profile | undefined;
  kept: Kept | null;
  /** Stores a typed name, nothing else. */
  keeper: Keeper;
  /** Rendered below the form. */
  children: ReactNode;
}

const saved = "Profile updated successfully!";
const failed = "Failed to update profile.";

function WriterProfileForm(props: WriterProfileFormProps) {
  const { profile, kept, keeper, children } = props;
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
    const problem = photos.problemOf(file);
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
      <Stack gap={5} className={profileCss.column}>
        <Card as="form" pad gap={5} noValidate onSubmit={(event) => void save(event)}>
          {isRestored && form.restoredAt !== null && (
            <RestoredSpot keptAt={form.restoredAt} onDiscard={cancel} />
          )}
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
          <PasswordOwner email={profile?.email} />
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
          <ProfileFoot onCancel={cancel} isSaving={isSending} />
        </Card>
        {children}
      </Stack>
    </div>
  );
}

/** The server's messages per field; a problem with the picture comes as the response's own message. */
function problemsOf(error: unknown): Problems<{ name?: string }, "password" | "avatar"> {
  if (!(error instanceof ApiError)) return {};
  if (error.status === 413 || error.status === 415) return { avatar: error.message };
  return Object.fromEntries(error.details.map(({ field, problem }) => [field, problem]));
}
