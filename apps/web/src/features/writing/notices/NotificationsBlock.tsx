import { messages } from "@cairn/contract";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { EmptyState } from "../../../ui/State.tsx";
import { texts } from "../writing-texts.ts";
import type { NotificationSource, WriterNotification } from "./notification-source.ts";
import "./notifications-block.css";
import { useNotifications } from "./useNotifications.ts";

const columns = (onRead: (id: number) => void): Column<WriterNotification>[] => [
  { label: "Time", place: "line", cell: ({ time }) => <span className="muted">{time}</span> },
  {
    label: "Event",
    place: "title",
    cell: ({ message, read }) => <span className={read ? "is-read" : undefined}>{message}</span>,
  },
  {
    label: "Read",
    place: "end",
    cell: ({ id, message, read }) => (
      <Checkbox label={`Read: ${message}`} checked={read} disabled={read} onChange={() => onRead(id)} />
    ),
  },
];

/** The table of what happened, above a writer's flagged content (spec section 2). */
export function NotificationsBlock({ source }: { source: NotificationSource }) {
  const { items, isLoading, hasMore, isLoadingMore, loadMore, markRead } = useNotifications(source);
  return (
    <section className="notifications-block" aria-labelledby="writer-activity">
      <div className="section-head">
        <h2 className="h3" id="writer-activity">
          Activity
        </h2>
      </div>
      {!isLoading && items.length === 0 ? (
        <EmptyState title={texts.noNotifications} />
      ) : (
        <DataTable
          label="Notifications"
          columns={columns(markRead)}
          rows={items}
          rowKey={({ id }) => id}
          skeletonRows={isLoading ? 3 : undefined}
        />
      )}
      {hasMore && (
        <div className="notifications-more">
          <Button size="sm" working={isLoadingMore} workingText={messages.loading} onClick={loadMore}>
            Load More
          </Button>
        </div>
      )}
    </section>
  );
}
