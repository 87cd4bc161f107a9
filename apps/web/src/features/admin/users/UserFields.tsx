import { type Role, roleLabel } from "@cairn/contract";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { UserDraft } from "../admin-source.ts";
import { filled } from "../filled.ts";

const choices: readonly Role[] = ["User", "TechWriter", "Admin"];

/** Name and email are all that a user needs (spec section 5). */
export function UserFields({ form: { register, formState } }: { form: UseFormReturn<UserDraft> }) {
  const { errors } = formState;
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          {...register("name", { validate: filled("Please enter a name.") })}
          placeholder="Full name"
          autoComplete="off"
          required
        />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          {...register("email", { validate: filled("Please enter an email.") })}
          type="email"
          placeholder="name@example.com"
          autoComplete="off"
          required
        />
      </Field>
      <Field label="Role">
        <Select {...register("role")}>
          {choices.map((role) => (
            <option key={role} value={role}>
              {roleLabel[role]}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}

export const trimmed = ({ name, email, role }: UserDraft): UserDraft => ({
  name: name.trim(),
  email: email.trim(),
  role,
});
