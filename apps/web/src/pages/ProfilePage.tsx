import { limits, messages, type Profile } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { useMe } from "../features/auth/me.queries.ts";
import { DeletionNote } from "../features/profile/DeletionNote.tsx";
import { InterestsField } from "../features/profile/InterestsField.tsx";
import { PhotoCard } from "../features/profile/PhotoCard.tsx";
import { ProfileFoot } from "../features/profile/ProfileFoot.tsx";
import { PublicFields } from "../features/profile/PublicFields.tsx";
import * as profileCss from "../features/profile/profile.module.css";
import { profileQuery } from "../features/profile/profile.queries.ts";
import { useProfileForm } from "../features/profile/useProfileForm.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { useJournal } from "../lib/forms/useJournal.ts";
import type { Keeper, Kept } from "../lib/forms/useKeptForm.ts";
import { lazyNamed } from "../lib/lazy-named.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useSession } from "../lib/session/useSession.tsx";
import { Alert } from "../ui/Alert.tsx";
import { Card } from "../ui/Card.tsx";
import { Field } from "../ui/Field.tsx";
import { LanguagesField } from "../ui/LanguagesField.tsx";
import { Loaded } from "../ui/Loaded.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { RestoredSpot } from "../ui/RestoredSpot.tsx";
import { Stack } from "../ui/Stack.tsx";
import { PasswordInput, TextInput } from "../ui/TextInput.tsx";
import { ChangePassword } from "./profile/ChangePassword.tsx";
import * as css from "./profile-page.module.css";

// Lazy: for visitors, and for members whose session has ended.
const LoginWanted = lazyNamed(() => import("./profile/LoginWanted.tsx"), "LoginWanted");
// Lazy: few members have not confirmed their email.
const SendLinkAgain = lazyNamed(() => import("../features/confirmation/SendLinkAgain.tsx"), "SendLinkAgain");
// Lazy: it is below everything else.
const BelowProfile = lazyNamed(() => import("./profile/BelowProfile.tsx"), "BelowProfile");

const form = "member-profile";

const kinds = { saved: "success", partly: "warn", failed: "danger" } as const;

export function ProfilePage() {
  const hasToken = Boolean(useSession()?.accessToken);
  return (
    <div className={css.root}>
      <PageTitle title="Profile" hidden />
      <PageHead title="Profile" />
      <Suspense>{hasToken ? <OwnProfile /> : <LoginWanted text={messages.profileLoginToView} />}</Suspense>
    </div>
  );
}

function OwnProfile() {
  const session = useSession();
  const { data: me, isLoading: isMeLoading } = useMe();
  const owner = session?.userId ?? me?.id ?? null;
  const query = useQuery(profileQuery);
  const { kept, keeper } = useJournal(owner, form);
  const isReading = kept === undefined || (owner === null && isMeLoading);
  return (
    <Loaded
      query={{ ...query, isPending: query.isPending || isReading }}
      failure={messages.profileFailed}
      instead={(error) => isEnded(error) && <LoginWanted text={messages.sessionExpired} />}
    >
      {(profile) => (
        <MemberProfileForm key={owner} profile={profile} kept={kept ?? null} keeper={keeper}>
          <Suspense>
            <BelowProfile />
          </Suspense>
        </MemberProfileForm>
      )}
    </Loaded>
  );
}

/**
 * Implements docs/evidence/spec-clauses.md#s8-profile-failure. A session that cannot be refreshed has already led to the login screen;
 * a 401 here has another cause.
 */
const isEnded = (error: unknown) => error instanceof ApiError && error.status === 401;

interface MemberProfileFormProps {
  profile: Profile;
  kept: Kept | null;
  keeper: Keeper;
  /** Rendered below the form. */
  children: ReactNode;
}

function MemberProfileForm(props: MemberProfileFormProps) {
  const { profile, children } = props;
  const form = useProfileForm(props);
  const { values, problems, outcome, isSaving, type } = form;
  return (
    <div className={profileCss.root}>
      <PhotoCard
        name={values.name}
        email={profile.email}
        photo={profile.avatar_url}
        chosen={form.photo}
        problem={problems.photo}
        progress={form.progress}
        disabled={isSaving}
        onChoose={form.choose}
      />
      <Stack gap={5} className={profileCss.column}>
        <Card as="form" pad gap={5} aria-label="Profile" {...form.element} onSubmit={form.submit}>
          {form.restoredAt !== null && <RestoredSpot keptAt={form.restoredAt} onDiscard={form.cancel} />}
          <div className={profileCss.pair}>
            <Field label="Full Name" error={problems.name}>
              <TextInput
                name="name"
                value={values.name}
                autoComplete="name"
                maxLength={limits.nameLength}
                onChange={({ currentTarget }) => type({ name: currentTarget.value })}
              />
            </Field>
            <Field
              label="Email"
              hint={
                profile.email_confirmed ? (
                  "Confirmed."
                ) : (
                  <>
                    Not confirmed yet.{" "}
                    <Suspense>
                      <SendLinkAgain />
                    </Suspense>
                  </>
                )
              }
            >
              <TextInput type="email" value={profile.email} readOnly />
            </Field>
          </div>
          <Stack gap={3}>
            <Field label="Password" hint="Your password changes with a code that we email you.">
              <PasswordInput
                value={form.password}
                autoComplete="new-password"
                placeholder="New password"
                onChange={({ currentTarget }) => form.setPassword(currentTarget.value)}
              />
            </Field>
            <ChangePassword email={profile.email} />
          </Stack>
          <PublicFields form={form} />
          <InterestsField
            key={form.round}
            interests={values.interests}
            error={problems.interests}
            onChange={(interests) => type({ interests })}
          />
          <LanguagesField chosen={values.languages} onChange={(languages) => type({ languages })} />
          <DeletionNote canRequest />
          <ProfileFoot onCancel={form.cancel} isSaving={isSaving}>
            {outcome && (
              <Alert className={profileCss.outcome} kind={kinds[outcome.kind]}>
                <p>{outcome.text}</p>
                {outcome.kind === "partly" && (
                  <p>Your password was not changed. Use “Change your password” for that.</p>
                )}
                {outcome.kind === "failed" && outcome.hint && <p>{outcome.hint}</p>}
              </Alert>
            )}
          </ProfileFoot>
        </Card>
        {children}
      </Stack>
    </div>
  );
}
