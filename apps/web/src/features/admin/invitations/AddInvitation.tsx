import { type InvitedRole, invitedRoles, limits, roleLabel } from "@cairn/contract";
import { Plus } from "lucide-react";
import { useForm } from "../../../lib/forms/useForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { AddForm } from "../AddForm.tsx";
import * as adminCss from "../admin.module.css";
import { ActionProblem, useAction } from "../useAction.tsx";
import * as css from "./invitations.module.css";
import { addInvitation } from "./invitations.queries.ts";

interface InvitationValues {
  email: string;
  role: InvitedRole;
  uses: string;
  days: string;
}

const blank: InvitationValues = { email: "", role: "User", uses: "1", days: "30" };
const isCount = (text: string, most: number) =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** Makes a link, or mails one to somebody. */
export function AddInvitation() {
  const { run, problem, isWorking } = useAction();
  const form = useForm<InvitationValues>({
    initial: blank,
    check: ({ email, uses, days }) => ({
      uses:
        email.trim() === "" && !isCount(uses, limits.invitationUses)
          ? `Please enter a number from 1 to ${limits.invitationUses}.`
          : undefined,
      days: isCount(days, 365) ? undefined : "Please enter a number from 1 to 365.",
    }),
  });
  const { field, problems, values } = form;
  const isMailed = values.email.trim() !== "";
  const add = form.submit(async ({ email, role, uses, days }) => {
    const to = email.trim();
    const body = { role, ...(to === "" ? { uses: Number(uses) } : { email: to }) };
    if (await run(() => addInvitation(body, Number(days)))) form.reset(blank);
  });
  return (
    <AddForm label="New invitation" button="New invitation" className={css.add} onSubmit={add}>
      <Field label="Email" optional hint="We email the link to this address. Empty: a link to share.">
        <TextInput {...field("email")} type="email" placeholder="name@example.com" autoComplete="off" />
      </Field>
      <Field label="Role">
        <Select {...field("role")}>
          {invitedRoles.map((role) => (
            <option key={role} value={role}>
              {roleLabel[role]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="People" error={problems.uses}>
        <TextInput {...field("uses")} inputMode="numeric" disabled={isMailed} />
      </Field>
      <Field label="Days" error={problems.days}>
        <TextInput {...field("days")} inputMode="numeric" />
      </Field>
      <Button className={adminCss.submit} kind="primary" type="submit" disabled={isWorking}>
        <Plus size={18} />
        Invite
      </Button>
      <ActionProblem text={problem} />
    </AddForm>
  );
}
