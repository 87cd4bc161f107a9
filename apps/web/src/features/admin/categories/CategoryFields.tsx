import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../ui/Field.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { type CategoryDraft, useAdminSource } from "../admin-source.ts";
import { filled } from "../filled.ts";
import { parsePostCount } from "./post-count.ts";

export interface CategoryValues {
  name: string;
  description: string;
  posts: string;
}

/** A category needs its name and description (spec section 5). */
export function CategoryFields({ form: { register, formState } }: { form: UseFormReturn<CategoryValues> }) {
  const { kind } = useAdminSource();
  const { errors } = formState;
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          {...register("name", { validate: filled("Please enter a name.") })}
          placeholder="Category name"
          autoComplete="off"
          required
        />
      </Field>
      <Field label="Description" error={errors.description?.message}>
        <TextInput
          {...register("description", { validate: filled("Please enter a description.") })}
          placeholder="What is it about?"
          autoComplete="off"
          required
        />
      </Field>
      {/* Live, the server counts them. */}
      {kind === "sample" && (
        <Field label="Posts">
          <TextInput {...register("posts")} inputMode="numeric" placeholder="0" autoComplete="off" />
        </Field>
      )}
    </>
  );
}

export const toDraft = ({ name, description, posts }: CategoryValues): CategoryDraft => ({
  name: name.trim(),
  description: description.trim(),
  posts: parsePostCount(posts),
});
