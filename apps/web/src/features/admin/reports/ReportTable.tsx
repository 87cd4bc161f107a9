import { commentAnchor, decisionPath, postPath, type Report } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { ConfirmAction } from "../ConfirmAction.tsx";
import { closeReport, removeComment, reportsQuery } from "../live/reports.queries.ts";
import { useReportedAction } from "../useAction.tsx";

/** Members' reports about published items, until an admin closes them. */
export function ReportTable() {
  return (
    <AdminTable
      label="Reports"
      columns={columns}
      listing={useInfiniteQuery(reportsQuery)}
      empty="No open reports."
      isWorkList
    />
  );
}

const columns: Column<Report>[] = [
  {
    label: "Item",
    place: "title",
    width: "28%",
    cell: ({ content: { id, title, status }, comment }) => (
      <>
        <Link className={kit.link} to={postPath(id)}>
          {title}
        </Link>
        {comment && (
          <span className={`${kit.subline} ${kit.breaks} ${kit.lines}`}>
            Comment by {comment.author.name}: “{comment.body}”
          </span>
        )}
        {status !== "Published" && <span className={kit.subline}>{status} since it was reported</span>}
      </>
    ),
  },
  {
    label: "Reason",
    place: "line",
    cell: ({ reason }) => <span className={`${kit.breaks} ${kit.lines}`}>{reason}</span>,
  },
  {
    label: "Reported",
    place: "start",
    width: "18%",
    cell: ({ reporter, created_at }) => (
      <>
        {reporter.name}
        <span className={kit.subline}>
          <TimeAgo instant={created_at} />
        </span>
      </>
    ),
  },
  { label: "Actions", place: "actions", cell: (report) => <ReportActions report={report} /> },
];

function ReportActions({ report }: { report: Report }) {
  const act = useReportedAction();
  const { content, comment } = report;
  const place = comment ? `${postPath(content.id)}#${commentAnchor(comment.id)}` : postPath(content.id);
  return (
    <span className={dataTableCss.rowActions}>
      {content.status === "Published" && (
        <ButtonLink
          size="sm"
          to={place}
          aria-label={`See in place: ${comment ? "comment on " : ""}${content.title}`}
        >
          See in place
        </ButtonLink>
      )}
      {comment && <RemoveComment comment={comment} />}
      {!comment && (
        <ButtonLink size="sm" to={decisionPath(content.id)} aria-label={`Decide about ${content.title}`}>
          Decide
        </ButtonLink>
      )}
      <Button
        size="sm"
        aria-label={`Close the report about ${content.title}`}
        onClick={() => act(() => closeReport(report))}
      >
        Close
      </Button>
    </span>
  );
}

function RemoveComment({ comment: { id, author, body } }: { comment: NonNullable<Report["comment"]> }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        kind="quiet-danger"
        aria-label={`Remove comment by ${author.name}`}
        onClick={() => setAsking(true)}
      >
        Remove comment
      </Button>
      {isAsking && (
        <ConfirmAction
          title="Remove this comment?"
          confirm="Remove"
          action={() => removeComment(id, author.name)}
          onClose={() => setAsking(false)}
        >
          <p className={kit.breaks}>
            {author.name}: “{body}”
          </p>
          <p>It will be deleted for everyone, and its reports with it. This cannot be undone.</p>
        </ConfirmAction>
      )}
    </>
  );
}
