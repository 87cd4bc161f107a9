import type { DeletionRequest } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { DeactivateDialog } from "../ConfirmAction.tsx";
import { deletionRequestsQuery } from "../live/reports.queries.ts";

/** Users who asked to have their account deleted (docs/rules.md#deletion-of-an-account). Deactivating the account resolves the request. */
export function DeletionTable() {
  return (
    <AdminTable
      label="Deletion requests"
      columns={columns}
      listing={useInfiniteQuery(deletionRequestsQuery)}
      empty="No deletion requests."
      isWorkList
    />
  );
}

const columns: Column<DeletionRequest>[] = [
  {
    label: "Name",
    place: "title",
    width: "28%",
    cell: ({ user: { name, email } }) => (
      <>
        {name}
        <span className={kit.subline}>{email}</span>
      </>
    ),
  },
  {
    label: "Reason",
    place: "line",
    cell: ({ reason }) => (
      <span className={`${kit.breaks} ${kit.lines}`}>{reason ?? "No reason given."}</span>
    ),
  },
  {
    label: "Asked",
    place: "start",
    width: "18%",
    cell: ({ created_at }) => <TimeAgo instant={created_at} />,
  },
  { label: "Actions", place: "actions", cell: (request) => <DeactivateButton request={request} /> },
];

function DeactivateButton({ request: { user } }: { request: DeletionRequest }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <span className={dataTableCss.rowActions}>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Deactivate ${user.name}`}
        onClick={() => setAsking(true)}
      >
        Deactivate
      </Button>
      {isAsking && <DeactivateDialog user={user} onClose={() => setAsking(false)} />}
    </span>
  );
}
