import { type DeletionRequest, erasingDays, limits } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import { Field } from "../../../ui/Field.tsx";
import { FormDialog } from "../../../ui/FormDialog.tsx";
import * as kit from "../../../ui/kit.module.css";
import { TextArea } from "../../../ui/TextInput.tsx";
import { AdminTable } from "../AdminTable.tsx";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { approveDeletion, deletionRequestsQuery, refuseDeletion } from "../live/reports.queries.ts";
import { useAction } from "../useAction.tsx";

/** Users who asked to have their account deleted, with what that means (docs/rules.md#deletion-of-an-account). */
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
    width: "26%",
    cell: ({ user: { name, email } }) => (
      <>
        {name}
        <span className={kit.subline}>{email}</span>
      </>
    ),
  },
  {
    label: "What it means",
    place: "line",
    cell: (request) => (
      <>
        {countsOf(request)}
        <span className={kit.subline}>{fateOf(request)}</span>
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
    width: "14%",
    cell: ({ created_at }) => <TimeAgo instant={created_at} />,
  },
  { label: "Actions", place: "actions", cell: (request) => <Decision request={request} /> },
];

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const countsOf = ({ means: { posts, comments, reviews } }: DeletionRequest): string =>
  [counted(posts, "post"), counted(comments, "comment"), counted(reviews, "review")].join(", ");

const fateOf = ({ posts }: DeletionRequest): string =>
  posts === "withdraw" ? "Posts and comments are removed." : "Posts and comments stay, as “A former member”.";

function Decision({ request }: { request: DeletionRequest }) {
  const [asked, setAsked] = useState<"approve" | "refuse" | null>(null);
  const { user } = request;
  const close = () => setAsked(null);
  return (
    <span className={dataTableCss.rowActions}>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Approve the deletion of ${user.name}`}
        onClick={() => setAsked("approve")}
      >
        Approve
      </Button>
      <Button size="sm" aria-label={`Refuse the deletion of ${user.name}`} onClick={() => setAsked("refuse")}>
        Refuse
      </Button>
      {asked === "approve" && <ApproveDialog request={request} onClose={close} />}
      {asked === "refuse" && <RefuseDialog request={request} onClose={close} />}
    </span>
  );
}

interface DialogProps {
  request: DeletionRequest;
  onClose: () => void;
}

function ApproveDialog({ request, onClose }: DialogProps) {
  return (
    <ConfirmAction
      title="Erase this account?"
      confirm="Approve"
      action={() => approveDeletion(request)}
      onClose={onClose}
    >
      <p>
        {request.user.name} is told by email, and has {erasingDays} days to take it back. Then name, email,
        photo, drafts, likes and reading history are erased for good.
      </p>
      <p>
        {countsOf(request)}. {fateOf(request)} Decisions stay in the ledger; nobody can show any more who made
        them.
      </p>
    </ConfirmAction>
  );
}

function RefuseDialog({ request, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const { run, problem, isWorking } = useAction();
  const isEmpty = reason.trim() === "";
  const refuse = async (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && (await run(() => refuseDeletion(request, reason.trim())))) onClose();
  };
  return (
    <FormDialog
      title="Refuse this request?"
      save="Refuse"
      kind="danger"
      isWorking={isWorking}
      disabled={isEmpty}
      problem={problem}
      onClose={onClose}
      onSubmit={(event) => void refuse(event)}
    >
      <Field label="Reason" hint={`${request.user.name} reads it.`}>
        <TextArea
          value={reason}
          rows={3}
          maxLength={limits.reasonLength}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
