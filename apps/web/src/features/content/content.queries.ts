import {
  type ContentDetail,
  getContent,
  limits,
  listContent,
  listDiscussed,
  listRelated,
  listUnfinished,
  readingLimits,
  searchContent,
} from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

const contentKeys = {
  personalFeed: [...sharedKeys.content, "personal-feed"] as const,
  newest: [...sharedKeys.content, "newest"] as const,
  item: (id: number) => [...sharedKeys.content, "item", id] as const,
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

/**
 * The newest published items, the same for everyone, with whether these are all. Sent without a token: a session that
 * has ended must not send a reader of the public pages to the login screen.
 */
export const loadNewest = async (signal?: AbortSignal) => {
  const { items, next } = await api.call(searchContent, { query: {}, bearer: null, signal });
  return { items, isAll: next === null };
};

export const newestQuery = queryOptions({
  queryKey: contentKeys.newest,
  queryFn: ({ signal }) => loadNewest(signal),
});

/** Published items like this one. */
export const relatedQuery = (id: number) =>
  queryOptions({
    queryKey: [...contentKeys.item(id), "related"],
    queryFn: ({ signal }) => api.call(listRelated, { params: { id }, signal }),
    select: ({ items }) => items,
  });

/** Items that mention one of these interests, the best matches first. */
export const interestsQuery = (interests: readonly string[]) =>
  queryOptions({
    queryKey: [...sharedKeys.content, "interests", interests],
    queryFn: ({ signal }) => api.call(searchContent, { query: { q: anyOf(interests) }, signal }),
    enabled: interests.length > 0,
    select: ({ items }) => items,
  });

/** What the member began and did not finish, on whichever device (docs/rules.md#reading-places). */
export const unfinishedQuery = queryOptions({
  queryKey: sharedKeys.unfinished,
  queryFn: ({ signal }) => api.call(listUnfinished, { signal }),
  // A text that was just opened is no work to go on with.
  select: ({ items }) =>
    items.filter(({ position, seconds }) => seconds !== null || position >= readingLimits.begunFrom),
});

/** The most discussed items of the past week. */
export const discussedQuery = queryOptions({
  queryKey: [...sharedKeys.content, "discussed"],
  queryFn: ({ signal }) => api.call(listDiscussed, { signal }),
  select: ({ items }) => items,
});

/** A search for any of the phrases, as many as fit into one. */
function anyOf(phrases: readonly string[]): string {
  let words = "";
  for (const phrase of phrases) {
    const next = `${words && `${words} or `}"${phrase.replaceAll('"', " ")}"`;
    if ([...next].length > limits.searchLength) break;
    words = next;
  }
  return words;
}

/** `words`: how many the text has, where the text itself was left out of a page's data. */
type ShownItem = ContentDetail & { words?: number };

export const contentQuery = (id: number) =>
  queryOptions({
    queryKey: contentKeys.item(id),
    queryFn: ({ signal }): Promise<ShownItem> => api.call(getContent, { params: { id }, signal }),
    meta: { live: [`item:${id}`, `counts:${id}`] },
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
      await cache.cancelQueries({ queryKey, exact: true });
      cache.setQueryData(queryKey, (item) => item && { ...item, ...change });
    },
    refresh: () => cache.invalidateQueries({ queryKey, exact: true }),
  };
}
