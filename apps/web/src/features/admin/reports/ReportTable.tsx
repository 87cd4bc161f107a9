import { postPath, type Report } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { AdminTable } from "../AdminTable.tsx";
import { listingOf } from "../live/answer.ts";
import { closeReport, reportsQuery } from "../live/reports.queries.ts";
import { useReportedAction } from "../useReportedAction.ts";
import "./reports.css";

/** What members say about published items, until an admin closes it. */
export function ReportTable() {
  return (
    <AdminTable
      label="Reports"
      columns={columns}
      listing={listingOf(useInfiniteQuery(reportsQuery))}
      empty="No open reports."
      isWorkList
      className="reports-table"
    />
  );
}

const columns: Column<Report>[] = [
  {
    label: "Item",
    place: "title",
    cell: ({ content: { id, title, status } }) => (
      <>
        <Link className="link" to={postPath(id)}>
          {title}
        </Link>
        {status !== "Published" && <span className="admin-note">{status} since it was reported</span>}
      </>
    ),
  },
  { label: "Reason", place: "line", cell: ({ reason }) => <span className="reported-reason">{reason}</span> },
  {
    label: "Reported",
    place: "start",
    cell: ({ reporter, created_at }) => (
      <>
        {reporter.name}
        <span className="admin-note">
          <TimeAgo instant={created_at} />
        </span>
      </>
    ),
  },
  { label: "Actions", place: "actions", cell: (report) => <CloseButton report={report} /> },
];

function CloseButton({ report }: { report: Report }) {
  const act = useReportedAction();
  return (
    <span className="row-actions">
      <Button
        size="sm"
        aria-label={`Close the report about ${report.content.title}`}
        onClick={() => act(() => closeReport(report))}
      >
        Close
      </Button>
    </span>
  );
}
