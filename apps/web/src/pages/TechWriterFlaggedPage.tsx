import { type FlaggedItem, screens } from "@cairn/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { SquarePen, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { generatePath } from "react-router";
import { useNotificationList } from "../features/notifications/useNotices.ts";
import { DeleteOwn } from "../features/writing/DeleteOwn.tsx";
import { NotificationsBlock } from "../features/writing/NotificationsBlock.tsx";
import { ReasonAnswer } from "../features/writing/ReasonAnswer.tsx";
import { flaggedQuery } from "../features/writing/writing.queries.ts";
import { texts } from "../features/writing/writing-texts.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Alert } from "../ui/Alert.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { type Column, DataTable } from "../ui/DataTable.tsx";
import * as dataTableCss from "../ui/data-table.module.css";
import * as kit from "../ui/kit.module.css";
import { PageHead, SectionHead } from "../ui/PageHead.tsx";
import { Stack } from "../ui/Stack.tsx";
import { EmptyState } from "../ui/State.tsx";
import { TypeCell } from "../ui/TypeCell.tsx";
import { SignInHint } from "./dashboard/SignInHint.tsx";
import { useWriter } from "./writer/useWriter.ts";

export function TechWriterFlaggedPage() {
  const { isVisitor } = useWriter();
  const list = useNotificationList();
  useFlaggedNews(list.arrived[0]);
  return (
    <>
      <PageTitle title="Notifications" hidden />
      <PageHead title="Notifications" />
      <Stack gap={5}>
        <FlaggedStrip isVisitor={isVisitor} />
        <NotificationsBlock list={list} />
      </Stack>
      <FlaggedTable isVisitor={isVisitor} />
      <SignInHint />
    </>
  );
}

/** Reloads the table of flagged posts on each new notification, which may say that a post was flagged. */
function useFlaggedNews(newest: number | undefined) {
  const cache = useQueryClient();
  useEffect(() => {
    if (newest !== undefined) void cache.invalidateQueries({ queryKey: flaggedQuery.queryKey });
  }, [cache, newest]);
}

/** Leads past the notifications to the flagged posts, which may be far below them, and moves the focus there. */
function FlaggedStrip({ isVisitor }: { isVisitor: boolean }) {
  const { data: items = [] } = useQuery({ ...flaggedQuery, enabled: !isVisitor });
  if (items.length === 0) return null;
  return (
    <Alert kind="warn">
      <a className={kit.link} href={`#${flaggedId}`}>
        {items.length === 1 ? "1 post needs changes" : `${items.length} posts need changes`}
      </a>
    </Alert>
  );
}

const flaggedId = "flagged-content";

const columns = (onDelete: (item: FlaggedItem) => void): Column<FlaggedItem>[] => [
  {
    label: "Type",
    place: "start",
    cell: ({ type }) => <TypeCell type={type} />,
  },
  {
    label: "Title",
    place: "title",
    width: "30%",
    cell: ({ title, published }) => (
      <span>
        {title}
        {published && (
          <small className={kit.subline}>Your edit was flagged. The approved version stays public.</small>
        )}
      </span>
    ),
  },
  {
    label: "Flag Reason",
    place: "line",
    cell: ({ reason, answer, ...item }) => (
      <div>
        {reason}
        {reason !== "" && <ReasonAnswer item={item} answer={answer} />}
      </div>
    ),
  },
  {
    label: "Actions",
    place: "actions",
    cell: (item) => (
      <span className={dataTableCss.rowActions}>
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

/**
 * Items that reviewers sent back, with the reason. `isVisitor`: no one is signed in, so nothing is fetched
 * (docs/rules.md#screens-without-a-token).
 */
function FlaggedTable({ isVisitor }: { isVisitor: boolean }) {
  const { data: items = [], isLoading } = useQuery({ ...flaggedQuery, enabled: !isVisitor });
  const [chosen, setChosen] = useState<FlaggedItem | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <section className={kit.section} aria-labelledby={flaggedId}>
      <SectionHead id={flaggedId} title="Flagged content" headingRef={heading} isSmall />
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
        <DeleteOwn
          item={chosen}
          onClose={(isGone) => {
            setChosen(null);
            // The button that opened the dialog is gone with its row.
            if (isGone) requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      )}
    </section>
  );
}
