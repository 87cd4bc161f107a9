import { type FeedArticle, type FeedVideo, messages } from "@cairn/contract";
import { plainLine, plainText } from "./plain-text.ts";
import { siteOf, webAddress } from "./web-address.ts";
import { youtubeIdOf } from "./youtube.ts";

/** The spec's combined feed item (docs/evidence/spec-clauses.md#s3-feed-item), with more of the source's data. */
interface CombinedItem {
  /** External items keep their own ids, as text (docs/rules.md#ids). */
  id: string;
  title: string;
  body: string;
  /** Null if the source's address is not an http(s) URL. */
  media_url: string | null;
  /** ISO 8601; null if the source gives no readable time. */
  created_at: string | null;
  category_name: string;
  status: "Published";
  author: string;
  /** The site it comes from. Shown where Cairn's own items carry the verified mark (docs/rules.md#verified-mark). */
  site: string | null;
}

export interface VideoItem extends CombinedItem {
  content_type: "video";
  /** Null if its link is not a known video link; then only the link is shown. */
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

/** Both external lists merged into one (docs/rules.md#order-of-lists). */
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

const isoWithoutZone = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;
const zone = /(?:Z|UTC?|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})$/i;

/**
 * A source's time as ISO 8601. Without a zone it is UTC (docs/rules.md#order-of-lists), wherever the reader is; null for no time.
 */
export function instantOf(written: string): string | null {
  const time = Date.parse(withZone(written.trim()));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function withZone(written: string): string {
  const [, day, clock = "00:00"] = isoWithoutZone.exec(written) ?? [];
  if (day !== undefined) return `${day}T${clock}Z`;
  return zone.test(written) ? written : `${written} UTC`;
}
