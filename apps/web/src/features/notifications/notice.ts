import type { Notification, NotificationType } from "@cairn/contract";
import type { DeviceMarks } from "./device-marks.ts";

/**
 * A notification that is not on the server: an external feed item, or a sample. Its state is stored on this device
 * (docs/rules.md#notification-screens).
 */
export interface LocalNotification {
  /** Unique among local notifications. */
  key: string;
  type: NotificationType;
  message: string;
  /** Contains the action's label in square brackets. */
  subMessage: string;
  url: string | null;
  /** ISO 8601; null if the source gives no readable time. */
  created_at: string | null;
}

/** A notification as a card shows it. */
export interface Notice extends LocalNotification {
  /** The server's id; null for a local notification. */
  id: number | null;
  isUnread: boolean;
  /** Arrived since the first live one: live itself, or fetched after an interruption. */
  isNew: boolean;
}

/** What the unsent read of a notification is about; null: one that is not on the server. */
export const aboutRead = (id: number | null) => `read:${id}`;

export const localNotices = (items: readonly LocalNotification[], { read, hidden }: DeviceMarks): Notice[] =>
  items
    .filter(({ key }) => !hidden.includes(key))
    .map((item) => ({ ...item, id: null, isUnread: !read.includes(item.key), isNew: false }));

interface ServerItems {
  items: readonly Notification[];
  arrived: readonly number[];
}

export const serverNotices = (
  { items, arrived }: ServerItems,
  { unread, clearedTo }: DeviceMarks,
): Notice[] => {
  const firstNew = Math.min(...arrived);
  return items
    .filter(({ id }) => id > clearedTo)
    .map(({ id, type, message, subMessage, url, created_at, read }) => ({
      key: String(id),
      id,
      type,
      message,
      subMessage,
      url,
      created_at,
      isUnread: !read || unread.includes(id),
      isNew: id >= firstNew,
    }));
};

interface Known {
  notices: readonly Notice[];
  items: readonly Notification[];
  /** The server's count, over all pages. */
  unread: number;
  hasMore: boolean;
}

/** The count beside the screen's heading: unread notices shown, plus unread ones on pages that are not loaded yet. */
export function unreadOf({ notices, items, unread, hasMore }: Known, marks: DeviceMarks): number {
  const shown = notices.filter(({ isUnread }) => isUnread).length;
  if (!hasMore) return shown;
  const loaded = items.filter(({ read }) => !read).length;
  // Newer ones that are not loaded are gone.
  const oldest = items.at(-1)?.id ?? Number.POSITIVE_INFINITY;
  const marked = marks.unread.filter((id) => id < oldest).length;
  return shown + marked + Math.max(0, unread - loaded - marks.clearedUnread);
}

/**
 * Splits "A title [Watch Now]" into the text and the action's label from the square brackets
 * (docs/evidence/spec-clauses.md#s3-notification).
 */
export function splitAction(subMessage: string): { text: string; label: string } {
  const [whole, label] = [...subMessage.matchAll(/\[\s*([^[\]]*[^[\]\s])\s*\]/g)].at(-1) ?? [];
  if (whole === undefined || label === undefined) return { text: subMessage.trim(), label: "View" };
  const at = subMessage.lastIndexOf(whole);
  const text = `${subMessage.slice(0, at)} ${subMessage.slice(at + whole.length)}`;
  return { text: text.replace(/\s+/g, " ").trim(), label };
}
