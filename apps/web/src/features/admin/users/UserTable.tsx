import { roleLabel } from "@cairn/contract";
import { useMemo, useState } from "react";
import { useForm } from "../../../lib/forms/useForm.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as layoutCss from "../../../ui/layout.module.css";
import * as partsCss from "../../../ui/parts.module.css";
import { AdminTable } from "../AdminTable.tsx";
import * as adminCss from "../admin.module.css";
import type { AdminUser } from "../admin-model.ts";
import { type Listing, type UserDraft, useAdminSource } from "../admin-source.ts";
import { EditDialog } from "../EditDialog.tsx";
import { useAction } from "../useAction.ts";
import { UserActions } from "./UserActions.tsx";
import { trimmed, UserFields, userProblems } from "./UserFields.tsx";
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
    className: css.nameColumn,
    cell: ({ name, active, verified }) => (
      <span className={adminCss.person}>
        <Avatar name={name} size={30} />
        <b className={css.name}>{name}</b>
        {verified && <Badge kind="success">Verified</Badge>}
        {!active && <Badge kind="neutral">Inactive</Badge>}
      </span>
    ),
  },
  {
    label: "Email",
    place: "line",
    className: css.emailColumn,
    cell: ({ email }) => <span className={`${layoutCss.muted} ${partsCss.breaks}`}>{email}</span>,
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
  const { actions } = useAdminSource();
  const { run, problem, isWorking } = useAction();
  const { name, email, role } = user;
  const form = useForm<UserDraft>({ initial: { name, email, role }, check: userProblems });
  const save = form.submit(async (draft) => {
    if (await run(() => actions.updateUser(user, trimmed(draft)))) onClose();
  });
  return (
    <EditDialog title="Edit User" isWorking={isWorking} problem={problem} onClose={onClose} onSubmit={save}>
      <UserFields form={form} />
    </EditDialog>
  );
}
