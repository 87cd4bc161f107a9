import type { Notification } from "@cairn/contract";
import { withAction } from "../../lib/action-text.ts";
import type { NotificationRow } from "./notifications.repository.ts";

/**
 * A notification stays, whatever happens to its item: a link to a flagged item leads to a page that says it is not
 * available, and works again once the item is approved again. Only a permanently removed item is no longer named.
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

const minute = 60_000;
const hour = 60 * minute;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** Minutes under 60, then hours without an upper limit (docs/rules.md#answers-about-notifications). A future time reads as now. */
function relativeTime(at: Date, now: Date): string {
  const passed = Math.max(0, now.getTime() - at.getTime());
  if (passed < hour) return count(Math.floor(passed / minute), "minute");
  return count(Math.floor(passed / hour), "hour");
}
