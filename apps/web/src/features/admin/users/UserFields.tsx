import { type Role, roleLabel } from "@cairn/contract";
import { type Form, filled } from "../../../lib/forms/useForm.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import type { UserDraft } from "../admin-source.ts";

const choices: readonly Role[] = ["User", "TechWriter", "Admin"];

export const userProblems = ({ name, email }: UserDraft) => ({
  name: filled(name, "Please enter a name."),
  email: filled(email, "Please enter an email."),
});

/** A user needs only a name and an email (docs/rules.md#s5-admin-forms). */
export function UserFields({ form: { field, problems } }: { form: Form<UserDraft> }) {
  return (
    <>
      <Field label="Name" error={problems.name}>
        <TextInput {...field("name")} placeholder="Full name" autoComplete="off" required />
      </Field>
      <Field label="Email" error={problems.email}>
        <TextInput
          {...field("email")}
          type="email"
          placeholder="name@example.com"
          autoComplete="off"
          required
        />
      </Field>
      <Field label="Role">
        <Select {...field("role")}>
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
