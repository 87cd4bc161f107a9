import { limits, type Profile, screens } from "@cairn/contract";
import { LinkIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import "../../ui/card.css";
import { DeletionNote } from "./DeletionNote.tsx";
import { InterestsField } from "./InterestsField.tsx";
import { PhotoCard } from "./PhotoCard.tsx";
import { type KeptProfile, type ProfileKeeper, useProfileForm } from "./useProfileForm.ts";

interface MemberProfileFormProps {
  profile: Profile;
  kept: KeptProfile | null;
  keeper: ProfileKeeper;
  restored: (keptAt: string, onDiscard: () => void) => ReactNode;
  /** For an e-mail that is not confirmed yet. */
  confirmAgain: ReactNode;
  /** Under the form. */
  children: ReactNode;
}

export function MemberProfileForm(props: MemberProfileFormProps) {
  const { profile, restored, confirmAgain, children } = props;
  const form = useProfileForm(props);
  const { values, problems, outcome, isSaving, type } = form;
  return (
    <div className="profile">
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
      <div className="profile-column">
        <form className="card panel profile-form" aria-label="Profile" noValidate onSubmit={form.submit}>
          {form.restoredAt !== null && restored(form.restoredAt, form.cancel)}
          <div className="profile-pair">
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
              hint={profile.email_confirmed ? "Confirmed." : <>Not confirmed yet. {confirmAgain}</>}
            >
              <TextInput type="email" value={profile.email} readOnly />
            </Field>
          </div>
          <Field label="Password" hint="Leave empty to keep the one you have.">
            <PasswordInput
              value={form.password}
              autoComplete="new-password"
              placeholder="New password"
              onChange={({ currentTarget }) => form.setPassword(currentTarget.value)}
            />
          </Field>
          {form.password !== "" && <PasswordOffer email={profile.email} />}
          <Field label="Bio" error={problems.bio}>
            <TextArea
              name="bio"
              rows={3}
              value={values.bio}
              onChange={({ currentTarget }) => type({ bio: currentTarget.value })}
            />
          </Field>
          <Field label="Social links" error={problems.links} hint="One web address a line.">
            <div className="input-wrap has-icon social-links">
              <span className="input-icon">
                <LinkIcon size={17} />
              </span>
              <TextArea
                name="links"
                rows={Math.max(1, values.links.split("\n").length)}
                value={values.links}
                placeholder="https://github.com/you"
                spellCheck={false}
                autoCapitalize="none"
                onChange={({ currentTarget }) => type({ links: currentTarget.value })}
              />
            </div>
          </Field>
          <InterestsField
            key={form.round}
            interests={values.interests}
            error={problems.interests}
            onChange={(interests) => type({ interests })}
          />
          <DeletionNote canRequest />
          <div className="profile-foot">
            {outcome && (
              <Alert kind={outcome.kind === "saved" ? "success" : "danger"}>
                <p>{outcome.text}</p>
                {outcome.kind === "failed" && outcome.hint && <p>{outcome.hint}</p>}
              </Alert>
            )}
            <Button kind="ghost" disabled={isSaving} onClick={form.cancel}>
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

/** D45: this screen never sends a password. */
function PasswordOffer({ email }: { email: string }) {
  return (
    <Alert kind="warn">
      <p>
        Save does not change your password. A code that we mail to you does:{" "}
        <Link className="link" to={screens.forgotPassword} state={{ email }}>
          change your password
        </Link>
        .
      </p>
    </Alert>
  );
}
