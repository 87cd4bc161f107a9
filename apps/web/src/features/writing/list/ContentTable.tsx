import { type ContentItem, postPath, screens } from "@cairn/contract";
import { Pencil } from "lucide-react";
import type { Ref } from "react";
import { generatePath, Link } from "react-router";
import { formatDay } from "../../../lib/time/dates.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { VerifiedMark } from "../../../ui/VerifiedMark.tsx";
import "./content-table.css";

const columns: Column<ContentItem>[] = [
  {
    label: "Type",
    place: "start",
    cell: ({ content_type }) => (
      <span className="type-cell">
        <TypeTile type={content_type} size={28} />
        {content_type}
      </span>
    ),
  },
  {
    label: "Title",
    place: "title",
    cell: ({ id, title }) => (
      <span className="own-title">
        {/* The whole row is its link (D16). */}
        <Link className="own-link" to={postPath(id)}>
          {title}
        </Link>
        <Link
          className="own-edit"
          to={generatePath(screens.techWriterEdit, { id: String(id) })}
          aria-label={`Edit ${title}`}
        >
          <Pencil size={16} />
        </Link>
      </span>
    ),
  },
  {
    label: "Status",
    place: "end",
    cell: ({ status, pending_revision }) => (
      <span className="own-status">
        <StatusBadge status={status} />
        {status === "Published" && <VerifiedMark form="dot" />}
        {status === "Published" && pending_revision !== undefined && <small>Edit in review</small>}
      </span>
    ),
  },
  {
    label: "Created At",
    place: "line",
    cell: ({ created_at }) => (
      <time className="num muted whitespace-nowrap" dateTime={created_at}>
        {formatDay(created_at)}
      </time>
    ),
  },
];

interface ContentTableProps {
  items: readonly ContentItem[];
  /** Of the element that holds the rows. */
  body: Ref<HTMLTableSectionElement>;
}

/** A writer's own items in every status. */
export function ContentTable({ items, body }: ContentTableProps) {
  return <DataTable label="My Content" columns={columns} rows={items} rowKey={({ id }) => id} body={body} />;
}
