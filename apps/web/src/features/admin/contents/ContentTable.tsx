import { useMemo, useState } from "react";
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

export function ContentTable({ contents }: { contents: Listing<AdminContent> }) {
  const [opened, setOpened] = useState<AdminContent>();
  const columns = useMemo(() => columnsFor(setOpened), []);
  return (
    <>
      <AdminTable
        label="Content"
        columns={columns}
        listing={contents}
        empty="No content found."
        className="contents-table"
      />
      {opened && <ContentDetails content={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const columnsFor = (onOpen: (content: AdminContent) => void): Column<AdminContent>[] => [
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
        <button type="button" className="content-title" onClick={() => onOpen(content)}>
          {content.title}
        </button>
        <span className="admin-note">{content.category}</span>
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
  { label: "Actions", place: "actions", cell: (content) => <ContentActions content={content} /> },
];
