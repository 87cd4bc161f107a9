import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useHydrated } from "../../lib/store.ts";
import { adoptStoredLists, articlesQuery, reloadLists, settleLists, videosQuery } from "./feeds.queries.ts";
import { type ArticleItem, type FeedItem, mergedItems, type VideoItem } from "./model/feed-item.ts";

/** The description of the pages of the feeds; the server has it for previews as well (pages.service.ts). */
export const feedsDescription =
  "New videos and articles about software development, and the newest verified posts of the community.";

/** A list as a section shows it: empty until it has loaded. */
export interface FeedList<Item extends FeedItem> {
  items: readonly Item[];
  isLoading: boolean;
  /** Loading failed and there is no stored copy either (docs/rules.md#feeds-that-fail). */
  hasFailed: boolean;
  /** The last error's message. */
  failure?: string;
  retry: () => void;
}

const none: readonly never[] = [];

function listOf<Item extends FeedItem>({
  data,
  error,
  isFetching,
  refetch,
}: UseQueryResult<Item[]>): FeedList<Item> {
  return {
    items: data ?? none,
    isLoading: data === undefined && isFetching,
    hasFailed: data === undefined && !isFetching,
    failure: error?.message,
    retry: () => void refetch(),
  };
}

/** Both lists together: failed if both failed (docs/rules.md#texts-of-failed-feeds), loading until one of them has something to show. */
function mergedList(
  videos: FeedList<VideoItem>,
  articles: FeedList<ArticleItem>,
  items: readonly FeedItem[],
) {
  return {
    items,
    isLoading: items.length === 0 && (videos.isLoading || articles.isLoading),
    hasFailed: videos.hasFailed && articles.hasFailed,
    retry: () => {
      videos.retry();
      articles.retry();
    },
  };
}

/** The external feeds, each and merged. Adopts newer copies from other tabs. */
export function useFeeds() {
  const client = useQueryClient();
  const videos = listOf(useQuery(videosQuery));
  const articles = listOf(useQuery(articlesQuery));
  const items = useMemo(() => mergedItems(videos.items, articles.items), [videos.items, articles.items]);

  const isHydrated = useHydrated();
  const [cameWithPage] = useState(!isHydrated);
  useEffect(() => {
    if (cameWithPage) settleLists(client);
  }, [client, cameWithPage]);

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key !== null && adoptStoredLists(client, key);
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [client]);

  return {
    videos,
    articles,
    all: mergedList(videos, articles, items),
    reload: () => reloadLists(client),
  };
}
