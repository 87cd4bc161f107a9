import { postPath, type Report } from "@cairn/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as dataTableCss from "../../../ui/data-table.module.css";
import * as kit from "../../../ui/kit.module.css";
import { AdminTable } from "../AdminTable.tsx";
import { listingOf } from "../live/answer.ts";
import { closeReport, reportsQuery } from "../live/reports.queries.ts";
import { useReportedAction } from "../useAction.tsx";
import * as css from "./reports.module.css";

/** Members' reports about published items, until an admin closes them. */
export function ReportTable() {
  return (
    <AdminTable
      label="Reports"
      columns={columns}
      listing={listingOf(useInfiniteQuery(reportsQuery))}
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
          <span className={`${kit.subline} ${kit.breaks} ${css.reason}`}>
            Comment of {comment.author.name}: “{comment.body}”
          </span>
        )}
        {status !== "Published" && <span className={kit.subline}>{status} since it was reported</span>}
      </>
    ),
  },
  {
    label: "Reason",
    place: "line",
    cell: ({ reason }) => <span className={`${kit.breaks} ${css.reason}`}>{reason}</span>,
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
  { label: "Actions", place: "actions", cell: (report) => <CloseButton report={report} /> },
];

function CloseButton({ report }: { report: Report }) {
  const act = useReportedAction();
  return (
    <span className={dataTableCss.rowActions}>
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
