import { roleLabel } from "@cairn/contract";
import { useMemo, useState } from "react";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { AdminTable } from "../AdminTable.tsx";
import type { AdminUser } from "../admin-model.ts";
import type { Listing } from "../admin-source.ts";
import { EditUser } from "./EditUser.tsx";
import { UserActions } from "./UserActions.tsx";
import "./users.css";

export function UserTable({ users }: { users: Listing<AdminUser> }) {
  const [edited, setEdited] = useState<AdminUser>();
  const columns = useMemo(() => columnsFor(setEdited), []);
  return (
    <>
      <AdminTable
        label="Users"
        columns={columns}
        listing={users}
        empty="No users found."
        className="users-table"
      />
      {edited && <EditUser user={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

const columnsFor = (onEdit: (user: AdminUser) => void): Column<AdminUser>[] => [
  {
    label: "Name",
    place: "start",
    cell: ({ name, active, verified }) => (
      <span className="user-name">
        <Avatar name={name} size={30} />
        <b>{name}</b>
        {verified && <Badge kind="success">Verified</Badge>}
        {!active && <Badge kind="neutral">Inactive</Badge>}
      </span>
    ),
  },
  { label: "Email", place: "line", cell: ({ email }) => <span className="user-email">{email}</span> },
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
