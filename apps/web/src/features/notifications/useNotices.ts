import { postPath, screens } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLive } from "../../lib/live-socket.ts";
import { useIsSignedIn, useSession } from "../../lib/session/useSession.tsx";
import { useStore } from "../../lib/store.ts";
import { toast } from "../../ui/toast-store.ts";
import {
  changeMarks,
  type DeviceMarks,
  noMarks,
  readMarks,
  subscribeMarks,
  toggled,
} from "./device-marks.ts";
import { type LocalNotification, localNotices, type Notice, serverNotices, unreadOf } from "./notice.ts";
import { nothingKnown } from "./notification-list.ts";
import {
  notificationListQuery,
  unreadQuery,
  useLoadOlder,
  useMarkAllRead,
  useMarkRead,
  useNotificationNews,
} from "./notifications.queries.ts";

export interface NoticesOptions {
  /** External feed items, shown among the server's notifications. */
  external?: readonly LocalNotification[];
  /** Shows three samples if the server's list fails. */
  withSamples?: boolean;
}

const nothingExternal: readonly LocalNotification[] = [];

/** Everything a notifications screen shows: the server's list plus what this device adds and remembers. */
export function useNotices({ external = nothingExternal, withSamples = false }: NoticesOptions) {
  const list = useNotificationList();
  const { marks, change } = useDeviceMarks();
  const [samples] = useState(() => sampleNotifications(Date.now()));

  const showsSamples = withSamples && list.hasFailed;
  const local = showsSamples ? [...external, ...samples] : external;
  const notices = [...serverNotices(list, marks), ...localNotices(local, marks)];
  // Below the cleared ones there is nothing to load.
  const hasMore = list.hasMore && list.items.every(({ id }) => id > marks.clearedTo);

  function toggle({ id, key, isUnread }: Notice) {
    if (id === null) return change({ read: toggled(marks.read, key) });
    const isMarked = marks.unread.includes(id);
    if (isMarked || !isUnread) return change({ unread: toggled(marks.unread, id) });
    list.markRead(id);
  }

  function markAllRead() {
    const unmarked = local.map(({ key }) => key).filter((key) => !marks.read.includes(key));
    change({ unread: [], read: [...marks.read, ...unmarked] });
    list.markAllRead();
  }

  /** Hides the current notifications on this device (docs/rules.md#unread-and-clear-all). */
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
    markAllRead,
    clearAll,
  };
}

/** The signed-in member's marks. */
function useDeviceMarks() {
  const owner = useSession()?.userId ?? 0;
  const marks = useStore({ get: () => readMarks(owner), subscribe: subscribeMarks }, () => noMarks);
  return { marks, change: (change: Partial<DeviceMarks>) => changeMarks(owner, change) };
}

const minute = 60_000;

/**
 * The three samples shown if the server's list cannot be loaded (docs/evidence/spec-clauses.md#s8-quiet-failures). They are labelled as
 * samples.
 */
const sampleNotifications = (now: number): LocalNotification[] => [
  {
    key: "sample-1",
    type: "Video",
    message: "Sample: a new video by a writer you read",
    subMessage: "New community videos appear here [Watch Now]",
    url: screens.library,
    created_at: before(now, 5),
  },
  {
    key: "sample-2",
    type: "Article",
    message: "Sample: a new article in a category you follow",
    subMessage: "New community articles appear here [Read Article]",
    url: screens.library,
    created_at: before(now, 60),
  },
  {
    key: "sample-3",
    type: "Comment",
    message: "Sample: somebody commented on your post",
    subMessage: "Comments on your posts appear here [View Comment]",
    url: postPath(1),
    created_at: before(now, 180),
  },
];

const before = (now: number, minutes: number) => new Date(now - minutes * minute).toISOString();

/** The server's notifications while a screen shows them: page by page, with live arrivals on top. */
export function useNotificationList() {
  const isSignedIn = useIsSignedIn();
  const list = useQuery({ ...notificationListQuery, enabled: isSignedIn });
  const count = useQuery({ ...unreadQuery, enabled: isSignedIn });
  const news = useNotificationNews();
  const more = useLoadOlder();
  const reading = useMarkRead();
  const readingAll = useMarkAllRead();
  useLive({ new_notification: news.take, unread_changed: news.takeCount }, news.refresh);

  const { items, total, arrived } = list.data ?? nothingKnown;
  // Stays true during a retry, so that the fallback does not flicker.
  const hasFailed = total === null && list.errorUpdateCount > 0;
  return {
    items,
    arrived,
    total,
    /** Exact, over all pages; undefined while it is not known. */
    unread: count.data?.unread,
    isLoading: total === null && list.isFetching && !hasFailed,
    hasFailed,
    hasMore: total !== null && items.length < total,
    isLoadingMore: more.isPending,
    loadMore: () => more.mutate(),
    refresh: news.refresh,
    markRead: (id: number) => reading.mutate(id),
    markAllRead: () => {
      if (items[0]) readingAll.mutate(items[0].id);
    },
    isMarkingAll: readingAll.isPending,
  };
}
