import {
  getUnreadCount,
  limits,
  listNotifications,
  type Notification,
  readAllNotifications,
  readNotification,
  type UnreadCount,
} from "@cairn/contract";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { api } from "../../lib/api/api.ts";
import { logged } from "../../lib/logged.ts";
import { callOrWait, callPath, waits } from "../../lib/outbox/call-or-wait.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { aboutRead } from "./notice.ts";
import {
  extended,
  type NotificationList,
  newerCount,
  nextPage,
  nothingKnown,
  refreshed,
  withAllRead,
  withArrival,
  withRead,
} from "./notification-list.ts";

const notificationKeys = {
  list: ["notifications", "list"] as const,
  unread: ["notifications", "unread"] as const,
};

// Failures of these calls are only logged (docs/evidence/spec-clauses.md#s8-quiet-failures).
export const unreadQuery = queryOptions({
  queryKey: notificationKeys.unread,
  queryFn: async ({ client, signal }) => {
    const count = () => api.call(getUnreadCount, { signal });
    const told = await logged("Unread notifications could not be counted.", count, signal);
    return newerCount(client.getQueryData<UnreadCount>(notificationKeys.unread), told);
  },
  meta: { live: ["notices"] },
  staleTime: 0,
  retry: false,
});

/** The newest page, joined with the known list: a refetch brings missed arrivals. */
export const notificationListQuery = queryOptions({
  queryKey: notificationKeys.list,
  queryFn: async ({ client, signal }): Promise<NotificationList> => {
    const known = () => client.getQueryData<NotificationList>(notificationKeys.list) ?? nothingKnown;
    const before = known();
    const page = await readPage(client, 1, signal);
    return refreshed(known(), page, before);
  },
  meta: { live: ["notices"] },
  staleTime: 0,
  // Mostly the connection fails; coming back online refetches.
  retry: false,
  refetchOnReconnect: true,
});

async function readPage(client: QueryClient, page: number, signal?: AbortSignal) {
  const query = { page, per_page: limits.notificationPage };
  const list = () => api.call(listNotifications, { query, signal });
  const answer = await logged("Notifications could not be loaded.", list, signal);
  keepCount(client, answer);
  return answer;
}

/** Stores the count; returns whether it was new. */
function keepCount(client: QueryClient, told: UnreadCount) {
  const known = client.getQueryData<UnreadCount>(notificationKeys.unread);
  client.setQueryData<UnreadCount>(notificationKeys.unread, newerCount(known, told));
  return known === undefined || told.version > known.version;
}

/** Writes the socket's messages into the query cache. */
export function useNotificationNews() {
  const client = useQueryClient();
  const { list, unread } = notificationKeys;
  return {
    take(arrival: Notification) {
      client.setQueryData<NotificationList>(list, (known = nothingKnown) => withArrival(known, arrival));
      // The message carries no count, and one computed here could be wrong.
      void client.refetchQueries({ queryKey: unread });
    },
    /**
     * Read on another tab or device: the count does not say which notification it was, so the list is fetched again.
     */
    takeCount(count: UnreadCount) {
      if (keepCount(client, count)) void client.refetchQueries({ queryKey: list });
    },
    refresh() {
      void client.refetchQueries({ queryKey: list });
    },
  };
}

export function useLoadOlder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const known = client.getQueryData<NotificationList>(notificationKeys.list) ?? nothingKnown;
      const page = await readPage(client, nextPage(known));
      let isInStep = true;
      client.setQueryData<NotificationList>(notificationKeys.list, (now = nothingKnown) => {
        const next = extended(now, page);
        isInStep = next.isInStep;
        return next.list;
      });
      if (!isInStep) await client.refetchQueries({ queryKey: notificationKeys.list });
    },
  });
}

/** The item changes only after the call succeeds (docs/evidence/spec-clauses.md#s4-notifications). */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      logged("A notification could not be marked as read.", () =>
        callOrWait(
          () => api.call(readNotification, { params: { id } }),
          () => ({
            kind: "read",
            about: aboutRead(id),
            ...callPath(readNotification, { id }),
            body: null,
            label: "A notification that you read",
          }),
        ),
      ),
    onSuccess: (count, id) => {
      client.setQueryData<NotificationList>(notificationKeys.list, (known) => known && withRead(known, id));
      // One that waits is counted once the server has it.
      if (count !== waits) keepCount(client, count);
    },
  });
}

/** Marks as read what has come up to this one: what comes meanwhile was not seen. */
export function useMarkAllRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (upTo: number) =>
      logged("Notifications could not be marked as read.", () =>
        api.call(readAllNotifications, { body: { up_to: upTo } }),
      ),
    onSuccess: (count, upTo) => {
      client.setQueryData<NotificationList>(
        notificationKeys.list,
        (known) => known && withAllRead(known, upTo),
      );
      keepCount(client, count);
    },
  });
}

/**
 * For the navigation: updated on each route change and when the window regains focus, and live where a screen
 * subscribes.
 */
export function useUnreadCount({ enabled = true } = {}): number {
  const { pathname } = useLocation();
  const isCounting = useIsSignedIn() && enabled;
  const { data, refetch } = useQuery({ ...unreadQuery, enabled: isCounting });
  const counted = useRef(pathname);

  useEffect(() => {
    if (!isCounting || counted.current === pathname) return;
    counted.current = pathname;
    void refetch({ cancelRefetch: false });
  }, [pathname, isCounting, refetch]);

  return data?.unread ?? 0;
}
