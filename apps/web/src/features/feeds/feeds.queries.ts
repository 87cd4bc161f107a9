import { getFeedArticle, limits, listFeedArticles, listFeedVideos, messages } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import {
  cachedList,
  isDated,
  keepList,
  type StoredList,
  storedArticles,
  storedVideos,
} from "./model/feed-cache.ts";
import { articleItems, videoItems } from "./model/feed-item.ts";

const feedKeys = {
  videos: ["feeds", "videos"] as const,
  articles: ["feeds", "articles"] as const,
  article: (id: string) => ["feeds", "article", id] as const,
};

/**
 * The options both lists share: the device's copy shows immediately, and an old one is refreshed in the background
 * (docs/rules.md#feed-cache).
 */
const listOptions = <Item>(stored: StoredList<Item>, fetch: () => Promise<unknown>, failure: string) => ({
  queryFn: async () => {
    try {
      const items = stored.read(await fetch());
      if (items === null) throw new TypeError("The answer is no list of items.");
      keepList(stored, items);
      return items;
    } catch (error) {
      console.warn(failure, error);
      throw error;
    }
  },
  initialData: () => cachedList(stored)?.items,
  initialDataUpdatedAt: () => cachedList(stored)?.fetchedAt,
  staleTime: limits.feedCacheAge,
  // The server answers from its last good copy, so only the connection can fail; coming back online refetches.
  retry: false,
  refetchOnReconnect: true,
});

export const videosQuery = queryOptions({
  queryKey: feedKeys.videos,
  ...listOptions(storedVideos, async () => (await api.call(listFeedVideos, {})).items, messages.videosFailed),
  select: videoItems,
});

export const articlesQuery = queryOptions({
  queryKey: feedKeys.articles,
  ...listOptions(storedArticles, () => api.call(listFeedArticles, {}), messages.articlesFailed),
  select: articleItems,
});

/** An article's text. It is requested only for items of the list, whose ids are integers. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.article(id),
    queryFn: ({ signal }) => api.call(getFeedArticle, { params: { id: Number(id) }, signal }),
    staleTime: limits.feedCacheAge,
    retry: false,
  });

/** Adopts the stored lists when another tab has changed them; a missing one leaves the cache as it is. */
export function adoptStoredLists(client: QueryClient, key: string) {
  for (const { stored, queryKey } of lists) {
    if (key === stored.listKey || key === stored.timeKey) adopt(client, stored, queryKey);
  }
}

/** Reads the lists from the device again and fetches a missing one (docs/rules.md#load-more). */
export function reloadLists(client: QueryClient) {
  for (const { stored, queryKey } of lists) {
    if (!adopt(client, stored, queryKey)) void client.refetchQueries({ queryKey });
  }
}

/**
 * Keeps on the device the lists that the page came with, which are newer than any list there whose time is known. A list
 * without a time is reused as it is (docs/rules.md#feed-cache).
 */
export function settleLists(client: QueryClient) {
  for (const { stored, queryKey } of lists) {
    const items = client.getQueryData<readonly unknown[]>(queryKey);
    if (!items || (!isDated(stored) && adopt(client, stored, queryKey))) continue;
    keepList<unknown>(stored, items);
  }
}

const lists = [
  { stored: storedVideos, queryKey: feedKeys.videos },
  { stored: storedArticles, queryKey: feedKeys.articles },
];

function adopt(client: QueryClient, stored: StoredList<unknown>, queryKey: readonly string[]) {
  const cached = cachedList(stored);
  if (cached) client.setQueryData(queryKey, cached.items, { updatedAt: cached.fetchedAt });
  return cached !== null;
}
