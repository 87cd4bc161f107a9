import { type ContentDetail, type ContentItem, directionOf } from "@cairn/contract";
import { type Turning, turnsAt } from "../../events/sources.ts";
import { presentCaptions, presentCover, presentEmbed, presentMedia } from "../../lib/present-media.ts";
import { publicAddress } from "../../lib/public-address.ts";
import { presentStanding, standingAt } from "../standing/standing.policy.ts";
import type { ListedRow, PublishedRow } from "./content.repository.ts";

/** The viewing time, and `addressOf`, which turns a stored file's key into an address that this reader may use. */
interface Viewing {
  readonly now: Date;
  addressOf(key: string): string;
}

/** Lists every outgoing field. */
export const presentItem = (row: ListedRow, viewing: Viewing): ContentItem =>
  presentListed(row, viewing).item;

export function presentListed(row: ListedRow, { now, addressOf }: Viewing): ListedItem {
  const media = presentMedia(row, addressOf);
  const cover = presentCover(row.cover, addressOf);
  const standing = standingAt(row, now);
  const item: ContentItem & Turning = {
    id: row.id,
    title: row.title,
    body: row.body,
    excerpt: row.excerpt,
    content_type: row.contentType,
    category_id: row.categoryId,
    category_name: row.categoryName,
    media_url: media?.url ?? null,
    media,
    ...presentEmbed(row.embed),
    captions: presentCaptions(row.captions, addressOf),
    chapters: row.chapters,
    no_speech: row.noSpeech,
    duration: media?.duration_seconds ?? null,
    poster: row.posterKey && addressOf(row.posterKey),
    ...(cover && { cover }),
    author_id: row.authorId,
    author_name: row.authorName,
    author_avatar_url: row.authorPhoto && publicAddress(row.authorPhoto),
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
    [turnsAt]: standing.turnsAt,
  };
  return { item };
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

/** A published item as every reader of a list may see it. */
export interface ListedItem {
  readonly item: ContentItem & Turning;
}

/** The same with what its own page has in addition. */
export interface PublishedItem extends ListedItem {
  readonly detail: Omit<ContentDetail, keyof ContentItem>;
}

export const presentPublished = (row: PublishedRow, viewing: Viewing): PublishedItem => ({
  ...presentListed(row, viewing),
  detail: {
    body_html: row.bodyHtml,
    revisions: row.history.map(({ number, at }) => ({ number, created_at: new Date(at).toISOString() })),
    ...presentDeadLinks(row.deadLinks),
    ...(row.beside && { beside: row.beside }),
  },
});

/** Nothing without dead links. */
export const presentDeadLinks = (links: PublishedRow["deadLinks"]): Pick<ContentDetail, "dead_links"> =>
  links ? { dead_links: links.map(({ url, since }) => ({ url, since: new Date(since).toISOString() })) } : {};
