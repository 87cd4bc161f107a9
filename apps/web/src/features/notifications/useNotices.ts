import { useState } from "react";
import { toast } from "../../ui/toast-store.ts";
import { toggled } from "./device-marks.ts";
import { type LocalNotification, localNotices, type Notice, serverNotices, unreadOf } from "./notice.ts";
import { sampleNotifications } from "./sample-notifications.ts";
import { useDeviceMarks } from "./useDeviceMarks.ts";
import { useNotificationList } from "./useNotificationList.ts";

interface NoticesOptions {
  /** Items of the outside feeds, shown among the server's. */
  outside?: readonly LocalNotification[];
  /** Three samples stand in where the server's list fails. */
  withSamples?: boolean;
}

const nothingOutside: readonly LocalNotification[] = [];

/** All that a notifications screen shows: the server's list with what this device adds and remembers. */
export function useNotices({ outside = nothingOutside, withSamples = false }: NoticesOptions) {
  const list = useNotificationList();
  const { marks, change } = useDeviceMarks();
  const [samples] = useState(() => sampleNotifications(Date.now()));

  const showsSamples = withSamples && list.hasFailed;
  const local = showsSamples ? [...outside, ...samples] : outside;
  const notices = [...serverNotices(list, marks), ...localNotices(local, marks)];
  // Below what was cleared there is nothing to load.
  const hasMore = list.hasMore && list.items.every(({ id }) => id > marks.clearedTo);

  function toggle({ id, key, isUnread }: Notice) {
    if (id === null) return change({ read: toggled(marks.read, key) });
    const isMarked = marks.unread.includes(id);
    if (isMarked || !isUnread) return change({ unread: toggled(marks.unread, id) });
    list.markRead(id);
  }

  /** Hides what is there, on this device (D51). */
  function clearAll() {
    const newest = list.items[0]?.id ?? 0;
    change({
      unread: [],
      hidden: [...marks.hidden, ...local.map(({ key }) => key).filter((key) => !marks.hidden.includes(key))],
      clearedTo: Math.max(marks.clearedTo, newest),
      clearedUnread: list.unread ?? 0,
    });
    const { read: _, ...before } = marks;
    const undo = { label: "Undo", onAction: () => change(before) };
    if (notices.length > 0) toast("Notifications cleared on this device.", { action: undo });
  }

  return {
    notices,
    unread: unreadOf({ notices, items: list.items, unread: list.unread ?? 0, hasMore }, marks),
    isLoading: list.isLoading,
    showsSamples,
    retry: list.refresh,
    hasMore,
    isLoadingMore: list.isLoadingMore,
    loadMore: list.loadMore,
    toggle,
    clearAll,
  };
}
