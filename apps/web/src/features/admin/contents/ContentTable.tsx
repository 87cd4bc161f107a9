import type { Claim } from "@cairn/contract";
import { Eye } from "lucide-react";
import { type RefObject, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { lazyNamed } from "../../../lib/lazy-named.ts";
import { useUnsent } from "../../../lib/outbox/unsent.ts";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { useNow } from "../../../lib/time/useNow.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { StatusBadge } from "../../../ui/Badge.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import * as kit from "../../../ui/kit.module.css";
import { Row } from "../../../ui/Stack.tsx";
import { TitleText } from "../../../ui/TitleText.tsx";
import { TypeCell } from "../../../ui/TypeCell.tsx";
import { VerifiedMark } from "../../../ui/VerifiedMark.tsx";
import { AdminTable, type Listing } from "../AdminTable.tsx";
import { type AdminContent, otherReader } from "../admin-model.ts";
import { DeskKeys } from "../desk/DeskKeys.tsx";
import { ContentActions } from "./ContentActions.tsx";
import * as css from "./contents.module.css";
import { Opened, type OpenedItem } from "./Opened.tsx";
import type { RenderMedia } from "./RevisionDialog.tsx";
import { isWaiting } from "./steps.ts";
import { aboutDecision, type Open, type Terms, type Unsent } from "./useDecide.ts";

interface ContentTableProps {
  contents: Listing<AdminContent>;
  renderMedia: RenderMedia;
  /** An item that is open from the start, whether or not the table shows it. */
  asked?: { content: AdminContent; onClose: () => void } | undefined;
}

export function ContentTable({ contents, renderMedia, asked }: ContentTableProps) {
  const [chosen, setOpened] = useState<OpenedItem>();
  const [askedBefore, setAskedBefore] = useState(asked?.content);
  if (asked?.content !== askedBefore) {
    setAskedBefore(asked?.content);
    // What the address asks for now takes the place of what was opened before.
    if (asked) setOpened(undefined);
  }
  const opened = chosen ?? (asked && ({ content: asked.content, purpose: "read" } as const));
  const { data: rows = [] } = contents;
  const desk = useRef<HTMLDivElement>(null);
  const [reasons] = useState<Unsent>(() => new Map());
  /** The open item was opened automatically and has not been on screen long enough. */
  const [isHeld, setHeld] = useState(false);
  const seen = useCallback(() => setHeld(false), []);
  const open = useCallback<Open>((content, purpose) => {
    setHeld(false);
    // What is selected of the open text begins the reason.
    setOpened((before) => ({ content, purpose, quote: before && String(document.getSelection()) }));
  }, []);
  const openNext = (content: AdminContent) => {
    open(content, "read");
    setHeld(true);
  };
  const offerNext = useNextWaiting(desk, rows, opened?.content, openNext);
  const columns = useMemo(() => columnsFor(open), [open]);
  const [terms] = useState<Terms>(() => new Map());
  const close = () => {
    setOpened(undefined);
    asked?.onClose();
  };
  const closeAnswered = (succeeded: boolean) => {
    if (succeeded) offerNext();
    close();
  };
  return (
    <>
      <DeskKeys
        desk={desk}
        contents={rows}
        opened={opened}
        terms={terms}
        isHeld={isHeld}
        onOpen={open}
        onAnswered={closeAnswered}
      />
      <div ref={desk}>
        <AdminTable
          label="Content"
          columns={columns}
          listing={contents}
          empty="No content found."
          className={css.table}
        />
      </div>
      {opened && (
        <Opened
          {...opened}
          contents={contents}
          renderMedia={renderMedia}
          reasons={reasons}
          terms={terms}
          isHeld={isHeld}
          onSeen={seen}
          onOpen={open}
          onAnswered={closeAnswered}
          onClose={close}
        />
      )}
    </>
  );
}

/**
 * After the decision about a waiting item the next one that waits opens: the one below it in the table, else the first. A
 * later revision of the same item counts as below it.
 * @returns what to call when the open item is decided, before it closes
 */
function useNextWaiting(
  desk: RefObject<HTMLElement | null>,
  rows: readonly AdminContent[],
  opened: AdminContent | undefined,
  onNext: (content: AdminContent) => void,
) {
  const decided = useRef<AdminContent>(undefined);
  /** Decisions that wait for the network leave their items in the table. */
  const allDecided = useRef(new Set<string>());
  /** The table's order when the item was opened: other admins and authors change it meanwhile. */
  const order = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    if (opened) return;
    const waiting = rows.filter((row) => isWaiting(row) && !allDecided.current.has(revisionOf(row)));
    const next = decided.current && nextOf(waiting, decided.current.id, order.current);
    if (next) {
      // The dialog gives the focus back to it.
      desk.current?.querySelectorAll<HTMLElement>(`.${css.title}`)[rows.indexOf(next)]?.focus();
      onNext(next);
    }
    decided.current = undefined;
    order.current = rows.map(({ id }) => id);
  });
  return () => {
    if (!opened || !isWaiting(opened)) return;
    decided.current = opened;
    allDecided.current.add(revisionOf(opened));
  };
}

function nextOf(waiting: readonly AdminContent[], decided: number, order: readonly number[]) {
  const below = new Set(order.slice(order.indexOf(decided)));
  return waiting.find(({ id }) => below.has(id)) ?? waiting[0];
}

const revisionOf = ({ id, desk }: AdminContent) => `${id} ${desk?.revision}`;

const columnsFor = (onOpen: Open): Column<AdminContent>[] => [
  {
    label: "Type",
    place: "start",
    width: "12%",
    cell: ({ type }) => <TypeCell type={type} />,
  },
  {
    label: "Title",
    place: "title",
    cell: (content) => (
      <>
        <button
          type="button"
          className={`${kit.hoverLink} ${kit.breaks} ${css.title}`}
          onClick={() => onOpen(content, "read")}
        >
          <bdi>
            <TitleText>{content.title}</TitleText>
          </bdi>
        </button>
        <span className={kit.subline}>{content.category}</span>
        {content.desk?.waiting_since && (
          <span className={kit.subline}>
            Revision {content.desk.revision}, sent <TimeAgo instant={content.desk.waiting_since} />
          </span>
        )}
        <Reader claim={content.desk?.claim} />
        <UnsentDecision id={content.id} />
      </>
    ),
  },
  {
    label: "Author",
    place: "line",
    width: "18%",
    cell: ({ author, authorPhoto }) => (
      <Row as="span" className={kit.small}>
        <Avatar name={author} photo={authorPhoto} size={26} />
        {author}
      </Row>
    ),
  },
  {
    label: "Status",
    place: "end",
    width: "13%",
    cell: ({ status, desk }) => (
      <>
        <StatusBadge status={status} />
        {desk?.standing && desk.standing !== "verified" && (
          <VerifiedMark form="quiet" standing={desk.standing} />
        )}
      </>
    ),
  },
  {
    label: "Actions",
    place: "actions",
    cell: (content) => <ContentActions content={content} onOpen={onOpen} />,
  },
];

/** Shows who else is reading the item; nothing for this admin's own claim. */
function Reader({ claim }: { claim: Claim | null | undefined }) {
  const other = otherReader(claim, useNow());
  if (other === null) return null;
  return (
    <Row as="span" above={1} className={`${kit.note} ${css.reader}`}>
      <Eye size={15} />
      {other} is reviewing this
    </Row>
  );
}

// Lazy: rarely is anything unsent.
const UnsentItem = lazyNamed(() => import("../../../ui/UnsentItem.tsx"), "UnsentItem");

/** The admin's own decision about an item that waits for the network or was refused. */
function UnsentDecision({ id }: { id: number }) {
  return useUnsent(aboutDecision(id)).map((entry) => (
    <Suspense key={entry.id}>
      <UnsentItem entry={entry} />
    </Suspense>
  ));
}
