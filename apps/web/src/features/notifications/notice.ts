import type { Notification, NotificationType } from "@cairn/contract";
import type { DeviceMarks } from "./device-marks.ts";

/** An item that no server keeps: one of the outside feeds, or a sample. Its state is this device's (D9). */
export interface LocalNotification {
  /** Unique among them. */
  key: string;
  type: NotificationType;
  message: string;
  /** The action's label stands in square brackets. */
  subMessage: string;
  url: string | null;
  /** ISO 8601; null when its source told none. */
  created_at: string | null;
}

/** A notification as a card shows it. */
export interface Notice extends LocalNotification {
  /** The server's; null for what it does not know. */
  id: number | null;
  isUnread: boolean;
  /** Told since the first live arrival: live itself, or fetched after an interruption. */
  isNew: boolean;
}

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
  /** Of the server, over all pages. */
  unread: number;
  hasMore: boolean;
}

/** The badge: what stands out among the notices, and what does on the pages that are not loaded yet. */
export function unreadOf({ notices, items, unread, hasMore }: Known, marks: DeviceMarks): number {
  const shown = notices.filter(({ isUnread }) => isUnread).length;
  if (!hasMore) return shown;
  const loaded = items.filter(({ read }) => !read).length;
  const marked = marks.unread.filter((id) => items.every((item) => item.id !== id)).length;
  return shown + marked + Math.max(0, unread - loaded - marks.clearedUnread);
}
