import { type FlaggedItem, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { SquarePen, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { generatePath } from "react-router";
import { Button, ButtonLink } from "../../../ui/Button.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/State.tsx";
import { TypeTile } from "../../../ui/TypeTile.tsx";
import { flaggedQuery } from "../writing.queries.ts";
import { texts } from "../writing-texts.ts";
import { DeleteFlagged } from "./DeleteFlagged.tsx";
import "./flagged-table.css";

const columns = (onDelete: (item: FlaggedItem) => void): Column<FlaggedItem>[] => [
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
  { label: "Title", place: "title", cell: ({ title }) => title },
  { label: "Flag Reason", place: "line", cell: ({ reason }) => reason },
  {
    label: "Actions",
    place: "actions",
    cell: (item) => (
      <span className="row-actions">
        <ButtonLink
          size="sm"
          to={generatePath(screens.techWriterEdit, { id: String(item.id) })}
          aria-label={`Edit ${item.title}`}
        >
          <SquarePen size={16} />
          Edit
        </ButtonLink>
        <Button
          kind="quiet-danger"
          size="sm"
          aria-label={`Delete ${item.title}`}
          onClick={() => onDelete(item)}
        >
          <Trash2 size={16} />
          Delete
        </Button>
      </span>
    ),
  },
];

/** What reviewers sent back, and why. `isVisitor`: nobody is signed in, so there is nothing to ask for (D62). */
export function FlaggedTable({ isVisitor }: { isVisitor: boolean }) {
  const { data: items = [], isLoading } = useQuery({ ...flaggedQuery, enabled: !isVisitor });
  const [chosen, setChosen] = useState<FlaggedItem | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <section className="section flagged-content" aria-labelledby="flagged-content">
      <div className="section-head">
        <h2 className="h3" id="flagged-content" ref={heading} tabIndex={-1}>
          Flagged content
        </h2>
      </div>
      {!isLoading && items.length === 0 ? (
        <EmptyState title={texts.noFlagged} spot="done" />
      ) : (
        <DataTable
          label="Flagged content"
          columns={columns(setChosen)}
          rows={items}
          rowKey={({ id }) => id}
          skeletonRows={isLoading ? 3 : undefined}
        />
      )}
      {chosen && (
        <DeleteFlagged
          item={chosen}
          onClose={(isGone) => {
            setChosen(null);
            // The button that opened the dialog went with its row.
            if (isGone) requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </section>
  );
}
