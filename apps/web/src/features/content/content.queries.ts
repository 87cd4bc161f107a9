import { type ContentDetail, getContent, limits, listContent } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

const contentKeys = {
  all: ["content"] as const,
  personalFeed: ["content", "personal-feed"] as const,
  item: (id: number) => ["content", "item", id] as const,
};

const { page, perPage } = limits.personalisedFeed;

/** The member home's data: the first items for this reader, and the total number of published items. */
export const personalFeedQuery = queryOptions({
  queryKey: contentKeys.personalFeed,
  queryFn: async ({ signal }) => {
    const query = { page, per_page: perPage };
    const { body, headers } = await api.callWithHeaders(listContent, { query, signal });
    return { items: body, total: Number(headers.get("x-total-count") ?? body.length) };
  },
});

/** `words`: how many the text has, where the text itself was left out of a page's data. */
type ShownItem = ContentDetail & { words?: number };

export const contentQuery = (id: number) =>
  queryOptions({
    queryKey: contentKeys.item(id),
    queryFn: ({ signal }): Promise<ShownItem> => api.call(getContent, { params: { id }, signal }),
    // The reader may have liked it in another tab a moment ago.
    refetchOnWindowFocus: "always",
  });

/** Updates a displayed item from the responses of other calls. */
export function useItemCache(id: number) {
  const cache = useQueryClient();
  const { queryKey } = contentQuery(id);
  return {
    update: async (change: Partial<ContentDetail>) => {
      // A response in flight may predate the change.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (item) => item && { ...item, ...change });
    },
    refresh: () => cache.invalidateQueries({ queryKey }),
  };
}
