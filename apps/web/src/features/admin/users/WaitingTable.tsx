import type { AdminUser } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { decideUser, waitingQuery } from "../live/users.queries.ts";
import { useReportedAction } from "../useAction.tsx";

/** New accounts that an admin has to approve (docs/rules.md#who-may-join). Their owners get a mail. */
export function WaitingTable() {
  return (
    <AdminTable
      label="Waiting for approval"
      columns={columns}
      listing={useInfiniteQuery(waitingQuery)}
      empty="Nobody is waiting for approval."
      isWorkList
    />
  );
}

const columns: Column<AdminUser>[] = [
  {
    label: "Name",
    place: "title",
    width: "auto",
    cell: ({ name, email }) => (
      <>
        {name}
        <span className={kit.subline}>{email}</span>
      </>
    ),
  },
  {
    label: "Email",
    place: "end",
    cell: ({ email_confirmed }) =>
      email_confirmed ? <Badge kind="success">Confirmed</Badge> : <Badge kind="neutral">Not confirmed</Badge>,
  },
  { label: "Asked", place: "start", cell: ({ created_at }) => <TimeAgo instant={created_at} /> },
  { label: "Actions", place: "actions", cell: (user) => <Decision user={user} /> },
];

function Decision({ user }: { user: AdminUser }) {
  const report = useReportedAction();
  return (
    <span className={dataTableCss.rowActions}>
      <Button
        size="sm"
        kind="quiet-ok"
        aria-label={`Approve ${user.name}`}
        onClick={() => void report(() => decideUser(user, true))}
      >
        Approve
      </Button>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Refuse ${user.name}`}
        onClick={() => void report(() => decideUser(user, false))}
      >
        Refuse
      </Button>
    </span>
  );
}
