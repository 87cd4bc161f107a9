import { LinkIcon } from "lucide-react";
import { Field } from "../../ui/Field.tsx";
import * as inputCss from "../../ui/input.module.css";
import { TextArea } from "../../ui/TextInput.tsx";
import * as profileCss from "./profile.module.css";
import type { useProfileForm } from "./useProfileForm.ts";

/** What an author's public page says beside the name: bio and links. */
export const PublicFields = ({
  form: { values, problems, type },
}: {
  form: Pick<ReturnType<typeof useProfileForm>, "values" | "problems" | "type">;
}) => (
  <>
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
  </>
);
