import { limits, type Notification } from "@cairn/contract";
import { CheckCheck } from "lucide-react";
import { useRef } from "react";
import { Link } from "react-router";
import { hoursAgo, TimeAgo } from "../../lib/time/TimeAgo.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import * as kit from "../../ui/kit.module.css";
import { MoreList } from "../../ui/MoreList.tsx";
import { SectionHead } from "../../ui/PageHead.tsx";
import { EmptyState } from "../../ui/State.tsx";
import * as css from "./notifications-block.module.css";
import { texts } from "./writing-texts.ts";

/** The loaded notifications. */
export interface NoticeList {
  /** Newest first. */
  items: readonly Notification[];
  /** Ids of what came live, the newest first. */
  arrived: readonly number[];
  total: number | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Of all pages; undefined while it is not known. */
  unread: number | undefined;
  markRead: (id: number) => void;
  markAllRead: () => void;
  isMarkingAll: boolean;
}

const columns = (onRead: (id: number) => void): Column<Notification>[] => [
  {
    label: "Time",
    place: "line",
    className: css.time,
    width: 150,
    cell: ({ created_at }) => (
      <span className={kit.muted}>
        <TimeAgo instant={created_at} words={hoursAgo} />
      </span>
    ),
  },
  {
    label: "Event",
    place: "title",
    className: css.event,
    cell: ({ message, subMessage, url, read }) => (
      <>
        <span className={read ? css.isRead : undefined}>{message}</span>
        <Subject of={subMessage} at={url} />
      </>
    ),
  },
  {
    label: "Read",
    place: "end",
    className: css.read,
    width: 90,
    cell: ({ id, message, read }) => (
      <Checkbox label={`Read: ${message}`} checked={read} disabled={read} onChange={() => onRead(id)} />
    ),
  },
];

/** The notification's subject. The bracketed action label is removed; it is for screens that have a button for it. */
function Subject({ of, at }: { of: string; at: string | null }) {
  const title = of.replace(/\s*\[[^[\]]*\]\s*$/, "");
  if (title === "") return null;
  return (
    <span className={`${kit.subline} ${kit.breaks}`}>
      {at === null ? (
        title
      ) : (
        <Link className={kit.hoverLink} to={at}>
          {title}
        </Link>
      )}
    </span>
  );
}

/** The table of what happened, above a writer's flagged content (docs/evidence/spec-clauses.md#s2-writer-notices). */
export function NotificationsBlock({ list }: { list: NoticeList }) {
  const { isLoading, total, isLoadingMore } = list;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = shownNotices(list.items, list.arrived);
  return (
    <section aria-labelledby="writer-activity">
      <SectionHead id="writer-activity" title="Activity" headingRef={heading} isSmall>
        {shown.length > 0 && !!list.unread && (
          <Button
            size="sm"
            disabled={list.isMarkingAll}
            onClick={() => {
              list.markAllRead();
              // The button goes once all are read.
              heading.current?.focus({ preventScroll: true });
            }}
          >
            <CheckCheck size={16} />
            Mark all as read
          </Button>
        )}
      </SectionHead>
      {!isLoading && shown.length === 0 ? (
        <EmptyState title={texts.noNotifications} />
      ) : (
        <MoreList<HTMLTableSectionElement>
          query={{
            hasNextPage: total !== null && shown.length < total,
            isFetchingNextPage: isLoadingMore,
            fetchNextPage: list.loadMore,
          }}
          count={shown.length}
          target="a, input:enabled"
        >
          {(body) => (
            <DataTable
              className={css.table}
              label="Notifications"
              columns={columns(list.markRead)}
              rows={shown}
              rowKey={({ id }) => id}
              skeletonRows={isLoading ? 3 : undefined}
              body={body}
            />
          )}
        </MoreList>
      )}
    </section>
  );
}

/**
 * Live arrivals are cut to 20; what was loaded with pages stays, however much that is (docs/evidence/spec-clauses.md#s4-notifications,
 * docs/rules.md#unread-and-clear-all).
 */
function shownNotices(items: readonly Notification[], arrived: readonly number[]) {
  const cut = new Set(arrived.slice(limits.notificationPage));
  return items.filter(({ id }) => !cut.has(id));
}
