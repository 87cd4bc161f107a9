import type { FormExtras } from "../../features/create-post/PostForm.tsx";
import { SeriesChoice } from "../../features/writing/series/SeriesChoice.tsx";
import { lazyNamed } from "../../lib/lazy-named.ts";
import { LanguageField } from "../../ui/PostFields.tsx";

// Lazy: few texts have code that asks for a check.
const CodeCheck = lazyNamed(() => import("../../ui/checks/CodeCheck.tsx"), "CodeCheck");
const LabelField = lazyNamed(() => import("../../features/writing/renewal/LabelField.tsx"), "LabelField");

/**
 * What writers have below their fields as well: what the text applies to, its language, and, for members, its series and
 * its code run before it is sent.
 */
export const PostExtras = ({ values, isSending, isMember, onChange }: FormExtras & { isMember: boolean }) => (
  <>
    {isMember && <CodeCheck text={values.description} />}
    <LabelField
      value={values.appliesTo}
      isSending={isSending}
      onChange={(appliesTo) => onChange({ appliesTo })}
    />
    {isMember && (
      <SeriesChoice value={values.series} isSending={isSending} onChange={(series) => onChange({ series })} />
    )}
    <LanguageField
      value={values.language}
      isSending={isSending}
      onChange={(language) => onChange({ language })}
    />
  </>
);
