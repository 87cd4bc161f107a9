import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { logged } from "../../../lib/logged.ts";
import type { NotificationPage, NotificationSource } from "./notification-source.ts";

const queryKey = ["writing", "notifications"];

// Spec section 8: failures are only logged.
export function useNotifications(source: NotificationSource) {
  const cache = useQueryClient();
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      logged("Notifications could not be loaded.", () => source.list(pageParam, signal), signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (shownOf(pages) < last.total ? pages.length + 1 : undefined),
  });
  const { mutate } = useMutation({
    mutationFn: (id: number) =>
      logged("A notification could not be marked as read.", () => source.markRead(id)),
    // The call succeeds first, then the row changes (spec section 4).
    onSuccess: (_, id) => {
      cache.setQueryData<InfiniteData<NotificationPage>>(queryKey, (data) => data && withRead(data, id));
    },
  });
  return {
    items: query.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: query.isLoading,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    markRead: mutate,
  };
}

const shownOf = (pages: readonly NotificationPage[]) =>
  pages.reduce((count, { items }) => count + items.length, 0);

const withRead = (data: InfiniteData<NotificationPage>, id: number) => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, read: true } : item)),
  })),
});
