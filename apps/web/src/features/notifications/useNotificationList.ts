import { useQuery } from "@tanstack/react-query";
import { useLive } from "../../lib/live-socket.ts";
import { useIsSignedIn } from "../../lib/session/useSession.ts";
import { nothingKnown } from "./notification-list.ts";
import {
  notificationListQuery,
  unreadQuery,
  useLoadMore,
  useMarkRead,
  useNotificationNews,
} from "./notifications.queries.ts";

/** The server's notifications while a screen shows them: page by page, with live arrivals on top. */
export function useNotificationList() {
  const isSignedIn = useIsSignedIn();
  const list = useQuery({ ...notificationListQuery, enabled: isSignedIn });
  const count = useQuery({ ...unreadQuery, enabled: isSignedIn });
  const news = useNotificationNews();
  const more = useLoadMore();
  const reading = useMarkRead();
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
  };
}
