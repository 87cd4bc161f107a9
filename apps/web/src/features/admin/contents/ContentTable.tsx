import { lazy, Suspense, useMemo, useState } from "react";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { StatusBadge } from "../../../ui/StatusBadge.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { AdminTable } from "../AdminTable.tsx";
import type { AdminContent } from "../admin-model.ts";
import type { Listing } from "../admin-source.ts";
import { ContentActions } from "./ContentActions.tsx";
import { ContentDetails } from "./ContentDetails.tsx";
import "./contents.css";
import { RemoveDialog } from "./RemoveDialog.tsx";
import type { RenderMedia } from "./RevisionDialog.tsx";

// Only live, and only once somebody decides: a form's and a reader's weight.
const FlagDialog = lazy(async () => ({ default: (await import("./FlagDialog.tsx")).FlagDialog }));
const RevisionDialog = lazy(async () => ({ default: (await import("./RevisionDialog.tsx")).RevisionDialog }));

type Purpose = "read" | "flag" | "remove";
type Open = (content: AdminContent, purpose: Purpose) => void;

interface ContentTableProps {
  contents: Listing<AdminContent>;
  renderMedia: RenderMedia;
}

export function ContentTable({ contents, renderMedia }: ContentTableProps) {
  const [opened, setOpened] = useState<{ content: AdminContent; purpose: Purpose }>();
  const open: Open = (content, purpose) => setOpened({ content, purpose });
  const close = () => setOpened(undefined);
  const columns = useMemo(() => columnsFor((content, purpose) => setOpened({ content, purpose })), []);
  return (
    <>
      <AdminTable
        label="Content"
        columns={columns}
        listing={contents}
        empty="No content found."
        className="contents-table"
      />
      {opened && (
        <Suspense>
          <Opened {...opened} renderMedia={renderMedia} onOpen={open} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface OpenedProps {
  content: AdminContent;
  purpose: Purpose;
  renderMedia: RenderMedia;
  onOpen: Open;
  onClose: () => void;
}

function Opened({ content, purpose, renderMedia, onOpen, onClose }: OpenedProps) {
  const { review } = content;
  if (purpose === "flag") return <FlagDialog content={content} onClose={onClose} />;
  if (purpose === "remove") return <RemoveDialog content={content} onClose={onClose} />;
  if (!review) return <ContentDetails content={content} onClose={onClose} />;
  return (
    <RevisionDialog
      content={content}
      review={review}
      renderMedia={renderMedia}
      onClose={onClose}
      actions={<ContentActions content={content} onOpen={onOpen} onAnswered={onClose} />}
    />
  );
}

const columnsFor = (onOpen: Open): Column<AdminContent>[] => [
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
