import { messages } from "@cairn/contract";
import type { CategoryPost, PostCategory } from "../../features/category-posts/category-post.ts";
import { sampleCategories } from "../../features/category-posts/sample-categories.ts";
import {
  type ArticleItem,
  type FeedItem,
  keyOf,
  type VideoItem,
} from "../../features/feeds/model/feed-item.ts";
import { useFeeds } from "../../features/feeds/useFeeds.ts";

/** The two rows from the external feeds; if both fail, the samples and the reason (docs/rules.md#d48). */
export function useCategoryRows() {
  const { videos, articles } = useFeeds();
  const hasFailed = videos.hasFailed && articles.hasFailed;
  const why = videos.failure ?? articles.failure ?? "";
  return {
    rows: hasFailed ? sampleCategories : categoryRows(videos.items, articles.items),
    // Posts are numbered by position, which is known only once both lists have loaded.
    isLoading: !hasFailed && (videos.isLoading || articles.isLoading),
    failure: hasFailed ? `Failed to load categories or posts. Error: ${why}` : null,
  };
}

/** The first three videos and articles 1 to 4, and articles 5 to 8 (docs/rules.md#d11). */
const videosShown = 3;
const articlesPerRow = 4;

function categoryRows(
  videos: readonly VideoItem[],
  articles: readonly ArticleItem[],
): readonly PostCategory[] {
  const videoPosts = videos.slice(0, videosShown).map((video, place) => postOf(video, place, 0));
  const articlePosts = articles
    .slice(0, 2 * articlesPerRow)
    .map((article, place) => postOf(article, place, article.hearts));
  return [
    {
      name: "Fullstack Development",
      posts: [...videoPosts, ...articlePosts.slice(0, articlesPerRow)],
    },
    { name: "Cyber Security", posts: articlePosts.slice(articlesPerRow) },
  ];
}

/** Only articles come with a like count; the rest is counted on this device (docs/rules.md#d60). */
const postOf = (item: FeedItem, place: number, likesCount: number): CategoryPost => ({
  id: `${item.content_type}-${place + 1}`,
  type: item.content_type,
  title: item.title,
  author: item.author,
  date: item.created_at,
  url: item.media_url,
  // In the specification this text ends with a full stop on this screen, but not in the feed
  // (docs/rules.md#s3-category-post).
  description: item.body === messages.noDescription ? messages.noPostDescription : item.body,
  likesCount,
  site: item.site,
  source: keyOf(item),
});

/**
 * Keeps the posts whose title contains the words, ignoring case. A row without matches is left out. Without a search,
 * an empty row stays if the other has posts: there are two categories.
 */
export function searchRows(rows: readonly PostCategory[], words: string): readonly PostCategory[] {
  const wanted = words.trim().toLocaleLowerCase();
  const found = rows.map(({ name, posts }) => ({
    name,
    posts: posts.filter(({ title }) => title.toLocaleLowerCase().includes(wanted)),
  }));
  const filled = found.filter(({ posts }) => posts.length > 0);
  return wanted === "" && filled.length > 0 ? found : filled;
}
