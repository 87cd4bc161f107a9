import { type FeedArticle, type FeedVideo, messages } from "@cairn/contract";
import { instantOf } from "./feed-time.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { siteOf, webAddress } from "./web-address.ts";
import { youtubeIdOf } from "./youtube.ts";

/** The spec's combined feed item (section 3), and what else the source told about it. */
interface CombinedItem {
  /** Outside ids are text of theirs (D2). */
  id: string;
  title: string;
  body: string;
  /** Null when the source's address is none of the web. */
  media_url: string | null;
  /** ISO 8601; null when the source told no readable time. */
  created_at: string | null;
  category_name: string;
  status: "Published";
  author: string;
  /** The site it comes from. Shown where Cairn's own items carry the verified mark (D60). */
  site: string | null;
}

export interface VideoItem extends CombinedItem {
  content_type: "video";
  /** Null when its link leads to no video site: then there is only the link. */
  youtube_id: string | null;
}

export interface ArticleItem extends CombinedItem {
  content_type: "article";
  tags: readonly string[];
  hearts: number;
}

export type FeedItem = VideoItem | ArticleItem;

/** Unique over both lists. */
export const keyOf = ({ content_type, id }: FeedItem) => `${content_type}-${id}`;

export const videoItems = (videos: readonly FeedVideo[]) => newestFirst(videos.map(videoItem));
export const articleItems = (articles: readonly FeedArticle[]) => newestFirst(articles.map(articleItem));

/** Both outside lists as one (D12). */
export const mergedItems = (videos: readonly VideoItem[], articles: readonly ArticleItem[]) =>
  newestFirst<FeedItem>([...videos, ...articles]);

const videoItem = ({ guid, title, pubDate, description, link, author }: FeedVideo): VideoItem => ({
  id: guid,
  content_type: "video",
  category_name: "Fullstack Development",
  created_at: instantOf(pubDate),
  ...words(title, description, author),
  ...place(link),
  youtube_id: youtubeIdOf(link),
});

const articleItem = (article: FeedArticle): ArticleItem => ({
  id: String(article.id),
  content_type: "article",
  category_name: "DevOps",
  created_at: instantOf(article.published_at),
  ...words(article.title, article.description, article.user.name),
  ...place(article.url),
  tags: [...new Set(article.tag_list.map(plainLine))].filter(Boolean),
  hearts: article.positive_reactions_count,
});

const words = (title: string, description: string, author: string) => ({
  title: plainLine(title) || messages.noTitle,
  body: plainText(description) || messages.noDescription,
  author: plainLine(author) || messages.unknownAuthor,
  status: "Published" as const,
});

function place(address: string) {
  const url = webAddress(address);
  return { media_url: url?.href ?? null, site: url && siteOf(url) };
}

/** Items without a time come last, in the order of their source. */
const newestFirst = <Item extends FeedItem>(items: readonly Item[]) =>
  items.toSorted((one, other) => timeOf(other) - timeOf(one));

const timeOf = ({ created_at }: FeedItem) => (created_at === null ? 0 : Date.parse(created_at));
