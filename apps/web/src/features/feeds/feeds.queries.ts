import { getFeedArticle, limits, listFeedArticles, listFeedVideos, messages } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { cachedList, keepList, type StoredList, storedArticles, storedVideos } from "./model/feed-cache.ts";
import { articleItems, videoItems } from "./model/feed-item.ts";

const feedKeys = {
  videos: ["feeds", "videos"] as const,
  articles: ["feeds", "articles"] as const,
  article: (id: string) => ["feeds", "article", id] as const,
};

/** What the lists have in common: the device's copy shows at once, an old one is refreshed behind it (D34). */
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
  // The server answers from its last good copy: what fails is the way there, and coming back online repeats it.
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

/** An article's text. Only the list's items are asked for: their ids are whole numbers. */
export const articleQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.article(id),
    queryFn: ({ signal }) => api.call(getFeedArticle, { params: { id: Number(id) }, signal }),
    staleTime: limits.feedCacheAge,
    retry: false,
  });

/** Takes the lists over from the device as another tab left them; what is not there stays as it is. */
export function adoptStoredLists(client: QueryClient, key: string) {
  for (const { stored, queryKey } of lists) {
    if (key === stored.listKey || key === stored.timeKey) adopt(client, stored, queryKey);
  }
}

/** Reads the lists anew from the device; one that is not there is fetched (D56). */
export function reloadLists(client: QueryClient) {
  for (const { stored, queryKey } of lists) {
    if (!adopt(client, stored, queryKey)) void client.refetchQueries({ queryKey });
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
