import { type ContentDetail, type ContentItem, directionOf } from "@cairn/contract";
import { presentMedia } from "../../lib/present-media.ts";
import { presentStanding, standingAt } from "../standing/standing.policy.ts";
import type { ListedRow, PublishedRow } from "./content.repository.ts";

/** The viewing time, and `addressOf`, which turns a stored file's key into an address that this reader may use. */
interface Viewing {
  readonly now: Date;
  addressOf(key: string): string;
}

/** Lists every outgoing field. */
export const presentItem = (row: ListedRow, viewing: Viewing): ContentItem => presentUntil(row, viewing).item;

function presentUntil(row: ListedRow, { now, addressOf }: Viewing) {
  const media = presentMedia(row, addressOf);
  const standing = standingAt(row, now);
  const item: ContentItem = {
    id: row.id,
    title: row.title,
    body: row.body,
    excerpt: row.excerpt,
    content_type: row.contentType,
    category_id: row.categoryId,
    category_name: row.categoryName,
    media_url: media?.url ?? null,
    media,
    author_id: row.authorId,
    author_name: row.authorName,
    created_at: row.createdAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
    status: row.status,
    revision: row.revision,
    likes: row.likes,
    comments: row.comments,
    language: row.language,
    dir: directionOf(row.language),
    ...presentStanding(row, now, standing),
    series: placeOf(row, row.seriesPublicPosition, row.seriesPublicSize),
  };
  return { item, turnsAt: standing.turnsAt };
}

const placeOf = (
  { seriesId: id, seriesTitle: title }: ListedRow,
  position: number | null,
  of: number | null,
): ContentItem["series"] =>
  id === null || title === null || position === null || of === null ? null : { id, title, position, of };

/** An item's position in its series as its author sees it: among all items, published or not. */
export const placeForAuthor = (row: ListedRow): Pick<ContentItem, "series"> => ({
  series: placeOf(row, row.seriesPosition, row.seriesSize),
});

/** A published item as every reader of a list may see it, with its JSON made once. */
export interface ListedItem {
  readonly item: ContentItem;
  /** The item's fields without the closing brace, so that a reader's own fields can follow. */
  readonly head: string;
  /** When its standing changes by time alone; null: never. */
  readonly turnsAt: Date | null;
}

/** The same for the item by itself. */
export interface PublishedItem extends ListedItem {
  /** What it has in addition, also without the brace. */
  readonly tail: string;
  /** The JSON after the reader's own fields; may be empty. */
  readonly end: string;
}

export function presentListed(row: ListedRow, viewing: Viewing): ListedItem {
  const { item, turnsAt } = presentUntil(row, viewing);
  return { item, turnsAt, head: JSON.stringify(item).slice(0, -1) };
}

export function presentPublished(row: PublishedRow, viewing: Viewing): PublishedItem {
  const revisions = row.history.map(({ number, at }) => ({ number, created_at: new Date(at).toISOString() }));
  return {
    ...presentListed(row, viewing),
    tail: `,${JSON.stringify({ body_html: row.bodyHtml, revisions }).slice(1, -1)}`,
    end: endOf({ ...presentDeadLinks(row.deadLinks), ...(row.beside && { beside: row.beside }) }),
  };
}

const endOf = (optional: Pick<ContentDetail, "beside" | "dead_links">) =>
  Object.keys(optional).length > 0 ? `,${JSON.stringify(optional).slice(1, -1)}` : "";

/** Nothing without dead links. */
export const presentDeadLinks = (links: PublishedRow["deadLinks"]): Pick<ContentDetail, "dead_links"> =>
  links ? { dead_links: links.map(({ url, since }) => ({ url, since: new Date(since).toISOString() })) } : {};

/** The item in a list; for a signed-in reader with the reason for its rank. */
export const listedJson = ({ head }: ListedItem, why?: string): string =>
  why === undefined ? `${head}}` : `${head},"why":${JSON.stringify(why)}}`;

/** The item on its own page; for a signed-in reader with their like. Like the serialiser, optional fields last. */
export const wholeJson = ({ head, tail, end }: PublishedItem, liked?: boolean): string =>
  liked === undefined ? `${head}${tail}${end}}` : `${head}${tail},"liked":${liked}${end}}`;
