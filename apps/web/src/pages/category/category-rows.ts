import type { CategoryPost, PostCategory } from "../../features/category-posts/category-post.ts";
import type { ArticleItem, VideoItem } from "../../features/feeds/model/feed-item.ts";
import { type FeedItem, keyOf } from "../../features/feeds/model/feed-item.ts";

/** D11: the first three videos and articles 1 to 4, and articles 5 to 8. */
const videosShown = 3;
const articlesPerRow = 4;

export function categoryRows(
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

/** Only the hearts of articles are known; the rest is counted on this device (D60). */
const postOf = (item: FeedItem, place: number, likesCount: number): CategoryPost => ({
  id: `${item.content_type}-${place + 1}`,
  type: item.content_type,
  title: item.title,
  author: item.author,
  date: item.created_at,
  url: item.media_url,
  description: item.body,
  likesCount,
  site: item.site,
  source: keyOf(item),
});

/**
 * Posts whose title holds the words, in any case. A row without any is left out, but not while nothing is searched
 * and the other has some: there are two categories.
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
