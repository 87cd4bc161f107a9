import type { ContentItem } from "@cairn/contract";
import { presentMedia } from "../../lib/present-media.ts";
import type { ListedRow, PublishedRow } from "./content.repository.ts";

/** Lists every outgoing field; `addressOf` turns a stored file's key into an address that this reader may use. */
export function presentItem(row: ListedRow, addressOf: (key: string) => string): ContentItem {
  const media = presentMedia(row, addressOf);
  return {
    id: row.id,
    title: row.title,
    body: row.body,
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
  };
}

/** A published item as every reader of a list may see it, with its JSON made once. */
export interface ListedItem {
  readonly item: ContentItem;
  /** The item's fields without the closing brace, so that a reader's own fields can follow. */
  readonly head: string;
}

/** The same for the item by itself. */
export interface PublishedItem extends ListedItem {
  /** What it has in addition, also without the brace. */
  readonly tail: string;
}

export function presentListed(row: ListedRow, addressOf: (key: string) => string): ListedItem {
  const item = presentItem(row, addressOf);
  return { item, head: JSON.stringify(item).slice(0, -1) };
}

export function presentPublished(row: PublishedRow, addressOf: (key: string) => string): PublishedItem {
  const revisions = row.history.map(({ number, at }) => ({ number, created_at: new Date(at).toISOString() }));
  return {
    ...presentListed(row, addressOf),
    tail: `,${JSON.stringify({ body_html: row.bodyHtml, revisions }).slice(1, -1)}`,
  };
}

/** The item as a list has it; with the reason why it stands there for a signed-in reader. */
export const listedJson = ({ head }: ListedItem, why?: string): string =>
  why === undefined ? `${head}}` : `${head},"why":${JSON.stringify(why)}}`;

/** The item by itself; for a signed-in reader with whether they like it. Like the serialiser, optional fields last. */
export const wholeJson = ({ head, tail }: PublishedItem, liked?: boolean): string =>
  liked === undefined ? `${head}${tail}}` : `${head}${tail},"liked":${liked}}`;
