import { intervalDays } from "@cairn/contract";
import { type Form, filled } from "../../../lib/forms/useForm.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { type CategoryDraft, useAdminCalls } from "../admin-calls.ts";
import type { IntervalDays } from "../admin-model.ts";

export interface CategoryValues {
  name: string;
  description: string;
  posts: string;
  /** Days, or `never`; empty where the source has no intervals. */
  interval: string;
}

export const categoryProblems = ({ name, description }: CategoryValues) => ({
  name: filled(name, "Please enter a name."),
  description: filled(description, "Please enter a description."),
});

/** A category needs its name and description (docs/evidence/spec-clauses.md#s5-admin-forms). */
export function CategoryFields({ form: { values, field, problems } }: { form: Form<CategoryValues> }) {
  const { kind } = useAdminCalls();
  return (
    <>
      <Field label="Name" error={problems.name}>
        <TextInput {...field("name")} placeholder="Category name" autoComplete="off" required />
      </Field>
      <Field label="Description" error={problems.description}>
        <TextInput {...field("description")} placeholder="What is it about?" autoComplete="off" required />
      </Field>
      {/* With live data, the server counts the posts. */}
      {kind === "sample" && (
        <Field label="Posts">
          <TextInput {...field("posts")} inputMode="numeric" placeholder="0" autoComplete="off" />
        </Field>
      )}
      {values.interval !== "" && (
        <Field label="Verified for" hint="Applies to new approvals. Existing dates stay the same.">
          <Select {...field("interval")}>
            {[...intervalDays.map(String), never].map((choice) => (
              <option key={choice} value={choice}>
                {choice === never ? "Never ends" : `${choice} days`}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
}

export const toDraft = ({ name, description, posts, interval }: CategoryValues): CategoryDraft => ({
  name: name.trim(),
  description: description.trim(),
  posts: parsePostCount(posts),
  interval: interval === never ? null : intervalDays.find((days) => String(days) === interval),
});

const never = "never";

/** A category's interval as the form holds it. */
export const intervalText = (interval: IntervalDays | undefined) =>
  interval === undefined ? "" : interval === null ? never : String(interval);

/** A whole number, 0 when invalid (docs/evidence/spec-clauses.md#s5-admin-forms). */
function parsePostCount(text: string): number {
  const count = /^\d+$/.test(text.trim()) ? Number(text) : 0;
  return Number.isSafeInteger(count) ? count : 0;
}
