import { messages } from "@cairn/contract";
import type { CategoryPost, PostCategory } from "../../features/category-posts/category-post.ts";
import {
  type ArticleItem,
  type FeedItem,
  keyOf,
  type VideoItem,
} from "../../features/feeds/model/feed-item.ts";
import { useFeeds } from "../../features/feeds/useFeeds.ts";

/**
 * The fallback when no source answers (docs/evidence/spec-clauses.md#s8-category-samples): two categories with one sample article each. Where
 * other cards name their site, these say "Sample" (docs/rules.md#feeds-of-other-sites).
 */
const sampleCategories: readonly PostCategory[] = [
  {
    name: "Fullstack Development",
    posts: [
      {
        id: "article-1",
        type: "article",
        title: "Sample: one request, end to end",
        author: "Sample",
        date: null,
        url: null,
        description:
          "A sample, shown while the feeds are unavailable: what happens between a click and the row it changes.",
        likesCount: 10,
        site: "Sample",
        source: "sample-1",
      },
    ],
  },
  {
    name: "Cyber Security",
    posts: [
      {
        id: "article-5",
        type: "article",
        title: "Sample: five questions before you store a secret",
        author: "Sample",
        date: null,
        url: null,
        description:
          "A sample, shown while the feeds are unavailable: who needs it, where it lies, who reads it, how it ends.",
        likesCount: 12,
        site: "Sample",
        source: "sample-2",
      },
    ],
  },
];

/** The two rows from the external feeds; if both fail, the samples and the reason (docs/rules.md#feeds-that-fail). */
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

/** The first three videos and articles 1 to 4, and articles 5 to 8 (docs/rules.md#first-items-of-the-feeds). */
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

/** Only articles come with a like count; the rest is counted on this device (docs/rules.md#verified-mark). */
const postOf = (item: FeedItem, place: number, likesCount: number): CategoryPost => ({
  id: `${item.content_type}-${place + 1}`,
  type: item.content_type,
  title: item.title,
  author: item.author,
  date: item.created_at,
  url: item.media_url,
  // In the specification this text ends with a full stop on this screen, but not in the feed
  // (docs/evidence/spec-clauses.md#s3-category-post).
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
