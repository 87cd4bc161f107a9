import type { Notification } from "@cairn/contract";
import { Link } from "react-router";
import { TimeAgo } from "../../../lib/time/TimeAgo.tsx";
import { hoursAgo } from "../../../lib/time/time-ago.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/State.tsx";
import { useLoadMore } from "../../../ui/useLoadMore.ts";
import { texts } from "../writing-texts.ts";
import "./notifications-block.css";
import { shownNotices } from "./shown-notices.ts";

/** The server's notifications as far as they are loaded. */
export interface NoticeList {
  /** Newest first. */
  items: readonly Notification[];
  /** Ids of what came live, the newest first. */
  arrived: readonly number[];
  total: number | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  markRead: (id: number) => void;
}

const columns = (onRead: (id: number) => void): Column<Notification>[] => [
  {
    label: "Time",
    place: "line",
    cell: ({ created_at }) => (
      <span className="muted">
        <TimeAgo instant={created_at} words={hoursAgo} />
      </span>
    ),
  },
  {
    label: "Event",
    place: "title",
    cell: ({ message, subMessage, url, read }) => (
      <>
        <span className={read ? "is-read" : undefined}>{message}</span>
        <Subject of={subMessage} at={url} />
      </>
    ),
  },
  {
    label: "Read",
    place: "end",
    cell: ({ id, message, read }) => (
      <Checkbox label={`Read: ${message}`} checked={read} disabled={read} onChange={() => onRead(id)} />
    ),
  },
];

/** What it happened to. The label of the action in brackets is for screens that have a button for it. */
function Subject({ of, at }: { of: string; at: string | null }) {
  const title = of.replace(/\s*\[[^[\]]*\]\s*$/, "");
  if (title === "") return null;
  return <span className="notifications-subject">{at === null ? title : <Link to={at}>{title}</Link>}</span>;
}

/** The table of what happened, above a writer's flagged content (spec section 2). */
export function NotificationsBlock({ list }: { list: NoticeList }) {
  const { isLoading, total, isLoadingMore } = list;
  const shown = shownNotices(list.items, list.arrived);
  const { list: body, button } = useLoadMore<HTMLTableSectionElement>({
    count: shown.length,
    isLoading: isLoadingMore,
    load: list.loadMore,
    target: "a, input:enabled",
  });
  return (
    <section className="notifications-block" aria-labelledby="writer-activity">
      <div className="section-head">
        <h2 className="h3" id="writer-activity">
          Activity
        </h2>
      </div>
      {!isLoading && shown.length === 0 ? (
        <EmptyState title={texts.noNotifications} />
      ) : (
        <DataTable
          label="Notifications"
          columns={columns(list.markRead)}
          rows={shown}
          rowKey={({ id }) => id}
          skeletonRows={isLoading ? 3 : undefined}
          body={body}
        />
      )}
      {total !== null && shown.length < total && (
        <div className="notifications-more">
          <Button {...button} size="sm" />
        </div>
      )}
    </section>
  );
}
