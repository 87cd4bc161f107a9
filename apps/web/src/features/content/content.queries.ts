import { type ContentDetail, getContent, limits, listContent } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

const contentKeys = {
  all: ["content"] as const,
  personalFeed: ["content", "personal-feed"] as const,
  item: (id: number) => ["content", "item", id] as const,
};

const { page, perPage } = limits.personalisedFeed;

/** What the member home shows: the first items for this reader, and how many published items there are in all. */
export const personalFeedQuery = queryOptions({
  queryKey: contentKeys.personalFeed,
  queryFn: async ({ signal }) => {
    const query = { page, per_page: perPage };
    const { body, headers } = await api.callWithHeaders(listContent, { query, signal });
    return { items: body, total: Number(headers.get("x-total-count") ?? body.length) };
  },
});

export const contentQuery = (id: number) =>
  queryOptions({
    queryKey: contentKeys.item(id),
    queryFn: ({ signal }) => api.call(getContent, { params: { id }, signal }),
    // Its reader may have liked it in another tab a moment ago.
    refetchOnWindowFocus: "always",
  });

/** For what other calls answer about an item that is shown. */
export function useItemCache(id: number) {
  const cache = useQueryClient();
  const { queryKey } = contentQuery(id);
  return {
    update: async (change: Partial<ContentDetail>) => {
      // An answer under way was perhaps made before the change.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (item) => item && { ...item, ...change });
    },
    refresh: () => cache.invalidateQueries({ queryKey }),
  };
}
