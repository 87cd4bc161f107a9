import { type Role, roleLabel } from "@cairn/contract";
import { SquarePen } from "lucide-react";
import { useMemo, useState } from "react";
import { type Form, filled, useForm } from "../../../lib/forms/useForm.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Select } from "../../../ui/Select.tsx";
import { Row } from "../../../ui/Stack.tsx";
import { Text } from "../../../ui/Text.tsx";
import { TextInput } from "../../../ui/TextInput.tsx";
import { AdminTable, type Listing } from "../AdminTable.tsx";
import { type UserDraft, useAdminCalls } from "../admin-calls.ts";
import type { AdminUser } from "../admin-model.ts";
import { DeactivateDialog } from "../ConfirmAction.tsx";
import { useAction, useReportedAction } from "../useAction.tsx";
import * as css from "./users.module.css";

export function UserTable({ users }: { users: Listing<AdminUser> }) {
  const [edited, setEdited] = useState<AdminUser>();
  const columns = useMemo(() => columnsFor(setEdited), []);
  return (
    <>
      <AdminTable label="Users" columns={columns} listing={users} empty="No users found." />
      {edited && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const columnsFor = (onEdit: (user: AdminUser) => void): Column<AdminUser>[] => [
  {
    label: "Name",
    place: "start",
    width: "auto",
    cell: ({ name, active, verified, avatar_small_url }) => (
      <Row as="span">
        <Avatar name={name} photo={avatar_small_url} size={32} />
        <b className={kit.breaks}>{name}</b>
        {verified && <Badge kind="success">Verified</Badge>}
        {!active && <Badge kind="neutral">Inactive</Badge>}
      </Row>
    ),
  },
  {
    label: "Email",
    place: "line",
    cell: ({ email }) => (
      <Text as="span" kind="muted" className={kit.breaks}>
        {email}
      </Text>
    ),
  },
  {
    label: "Role",
    place: "end",
    cell: ({ role }) => <Badge kind={role === "Admin" ? "info" : "neutral"}>{roleLabel[role]}</Badge>,
  },
  {
    label: "Actions",
    place: "actions",
    cell: (user) => <UserActions user={user} onEdit={() => onEdit(user)} />,
  },
];

interface EditUserProps {
  user: AdminUser;
  onClose: () => void;
}

function EditUser({ user, onClose }: EditUserProps) {
  const { updateUser } = useAdminCalls();
  const { run, problem, isWorking } = useAction();
  const { name, email, role } = user;
  const form = useForm<UserDraft>({ initial: { name, email, role }, check: userProblems });
  const save = form.submit(async (draft) => {
    if (await run(() => updateUser(user, trimmed(draft)))) onClose();
  });
  return (
    <FormDialog title="Edit User" isWorking={isWorking} problem={problem} onClose={onClose} onSubmit={save}>
      <UserFields form={form} />
    </FormDialog>
  );
}

interface UserActionsProps {
  user: AdminUser;
  onEdit: () => void;
}

function UserActions({ user, onEdit }: UserActionsProps) {
  const { kind, activateUser, deactivateUser } = useAdminCalls();
  const report = useReportedAction();
  const [isAsking, setAsking] = useState(false);
  const { name, active } = user;
  const deactivate = () => deactivateUser(user);
  return (
    <span className={`${dataTableCss.rowActions} ${css.actions}`}>
      <GrantButton user={user} />
      <Button size="sm" aria-label={`Edit ${name}`} disabled={!active} onClick={onEdit}>
        <SquarePen size={16} />
        Edit
      </Button>
      {active ? (
        <Button
          size="sm"
          kind="quiet-danger"
          aria-label={`Deactivate ${name}`}
          onClick={() => (kind === "live" ? setAsking(true) : void report(deactivate))}
        >
          Deactivate
        </Button>
      ) : (
        <Button
          size="sm"
          kind="quiet-ok"
          aria-label={`Activate ${name}`}
          onClick={() => report(() => activateUser(user))}
        >
          Activate
        </Button>
      )}
      {isAsking && <DeactivateDialog user={user} onClose={() => setAsking(false)} />}
    </span>
  );
}

/** An Admin's decisions count only with the server's grant (docs/rules.md#roles-and-grants). */
function GrantButton({ user }: { user: AdminUser }) {
  const { verifyUser } = useAdminCalls();
  const report = useReportedAction();
  const { name, role, active, verified = false } = user;
  if (!verifyUser || role !== "Admin" || !active) return null;
  const word = verified ? "Unverify" : "Verify";
  return (
    <Button
      size="sm"
      kind={verified ? "quiet-warn" : "quiet-ok"}
      className={css.isGrant}
      aria-label={`${word} ${name}`}
      onClick={() => report(() => verifyUser(user, !verified))}
    >
      {word}
    </Button>
  );
}

const choices: readonly Role[] = ["User", "TechWriter", "Admin"];

export const userProblems = ({ name, email }: UserDraft) => ({
  name: filled(name, "Please enter a name."),
  email: filled(email, "Please enter an email."),
});

/** A user needs only a name and an email (docs/evidence/spec-clauses.md#s5-admin-forms). */
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
