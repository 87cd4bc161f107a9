import { limits, type Profile, screens } from "@cairn/contract";
import { LinkIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Keeper, Kept } from "../../lib/forms/useKeptForm.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as cardCss from "../../ui/card.module.css";
import { Field } from "../../ui/Field.tsx";
import * as inputCss from "../../ui/input.module.css";
import { LanguagesField } from "../../ui/LanguagesField.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { PasswordInput, TextArea, TextInput } from "../../ui/TextInput.tsx";

import { DeletionNote } from "./DeletionNote.tsx";
import { InterestsField } from "./InterestsField.tsx";
import { PhotoCard } from "./PhotoCard.tsx";
import * as profileCss from "./profile.module.css";
import { useProfileForm } from "./useProfileForm.ts";

interface MemberProfileFormProps {
  profile: Profile;
  kept: Kept | null;
  keeper: Keeper;
  restored: (keptAt: string, onDiscard: () => void) => ReactNode;
  /** Shown if the email is not confirmed yet. */
  confirmAgain: ReactNode;
  /** Rendered below the form. */
  children: ReactNode;
}

export function MemberProfileForm(props: MemberProfileFormProps) {
  const { profile, restored, confirmAgain, children } = props;
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
      <div className={`${layoutCss.stack} ${layoutCss.gap5} ${profileCss.column}`}>
        <form
          className={`${cardCss.root} ${cardCss.panel} ${layoutCss.stack} ${layoutCss.gap5} ${partsCss.slimPanel} ${profileCss.form}`}
          aria-label="Profile"
          noValidate
          ref={form.ref}
          onSubmit={form.submit}
        >
          {form.restoredAt !== null && restored(form.restoredAt, form.cancel)}
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
              hint={profile.email_confirmed ? "Confirmed." : <>Not confirmed yet. {confirmAgain}</>}
            >
              <TextInput type="email" value={profile.email} readOnly />
            </Field>
          </div>
          <Field label="Password" hint="Leave empty to keep your current password.">
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
          <Field label="Social links" error={problems.links} hint="One web address per line.">
            <div className={`${inputCss.wrap} ${inputCss.hasIcon}`}>
              <span className={`${inputCss.icon} ${profileCss.linkIcon}`}>
                <LinkIcon size={17} />
              </span>
              <TextArea
                name="links"
                className={profileCss.links}
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
          <LanguagesField chosen={values.languages} onChange={(languages) => type({ languages })} />
          <DeletionNote canRequest />
          <div className={partsCss.formFoot}>
            {outcome && (
              <Alert className={profileCss.outcome} kind={outcome.kind === "saved" ? "success" : "danger"}>
                <p>{outcome.text}</p>
                {outcome.kind === "failed" && outcome.hint && <p>{outcome.hint}</p>}
              </Alert>
            )}
            <Button className={profileCss.action} kind="ghost" disabled={isSaving} onClick={form.cancel}>
              Cancel
            </Button>
            <Button
              className={profileCss.action}
              kind="primary"
              type="submit"
              working={isSaving}
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

/** This screen never sends a password (docs/rules.md#d45). */
function PasswordOffer({ email }: { email: string }) {
  return (
    <Alert kind="warn">
      <p>
        Save does not change your password. We email you a code for that:{" "}
        <Link
          className={`${layoutCss.link} ${profileCss.alertLink}`}
          to={screens.forgotPassword}
          state={{ email }}
        >
          change your password
        </Link>
        .
      </p>
    </Alert>
  );
}
