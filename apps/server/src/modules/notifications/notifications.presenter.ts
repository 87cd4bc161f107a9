import type { Notification } from "@cairn/contract";
import { relativeTime } from "../../lib/relative-time.ts";
import { withAction } from "./notices.ts";
import type { NotificationRow } from "./notifications.repository.ts";

/**
 * What happened stays told, whatever becomes of the item: a link to a flagged one leads to a page that says it is not
 * there, and works again once it is approved anew. Only what is gone for good is not named to its readers any more.
 */
export function presentNotification(row: NotificationRow, now: Date): Notification {
  return {
    id: row.id,
    type: row.type,
    message: row.message,
    subMessage: row.isGone ? withAction("No longer available", "View") : row.subMessage,
    time: relativeTime(row.createdAt, now),
    read: row.isRead,
    url: row.isGone ? null : row.url,
    created_at: row.createdAt.toISOString(),
  };
}
