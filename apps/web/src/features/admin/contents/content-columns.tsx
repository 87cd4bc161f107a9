import { Eye } from "lucide-react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { useNow } from "../../../lib/time/useNow.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import type { AdminContent, Reading } from "../admin-model.ts";
import { otherReader } from "../other-reader.ts";
import { ContentActions } from "./ContentActions.tsx";
import type { Open } from "./useDecide.ts";

export const columnsFor = (onOpen: Open): Column<AdminContent>[] => [
  {
    label: "Type",
    place: "start",
    cell: ({ type }) => (
      <span className="type-cell">
        <TypeTile type={type} size={28} />
        {type}
      </span>
    ),
  },
  {
    label: "Title",
    place: "title",
    cell: (content) => (
      <>
        <button type="button" className="content-title" onClick={() => onOpen(content, "read")}>
          {content.title}
        </button>
        <span className="admin-note">{content.category}</span>
        {content.review?.waitingSince && (
          <span className="admin-note">
            Revision {content.review.revision}, sent <TimeAgo instant={content.review.waitingSince} />
          </span>
        )}
        {content.reading && <Reader reading={content.reading} />}
      </>
    ),
  },
  {
    label: "Author",
    place: "line",
    cell: ({ author }) => (
      <span className="content-author">
        <Avatar name={author} size={26} />
        {author}
      </span>
    ),
  },
  { label: "Status", place: "end", cell: ({ status }) => <StatusBadge status={status} /> },
  {
    label: "Actions",
    place: "actions",
    cell: (content) => <ContentActions content={content} onOpen={onOpen} />,
  },
];

/** One's own reading is no news. */
function Reader({ reading }: { reading: Reading }) {
  const other = otherReader(reading, useNow());
  if (other === null) return null;
  return (
    <span className="content-reader">
      <Eye size={15} />
      {other} is reading this
    </span>
  );
}
