import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { CoverRow } from "../lib/present-media.ts";
import {
  captions,
  categories,
  content,
  decisionReasons,
  ledger,
  media,
  revisionFiles,
  revisions,
  standingReasons,
  users,
} from "./schema.ts";

/**
 * A number in the text of a statement, so that the planner knows it: with a parameter as limit it would assume that a
 * tenth of the table is wanted.
 */
export const literal = (count: number): SQL => sql.raw(String(count));

/** The same for `limit()`, whose type knows numbers and placeholders alone. */
export const literalLimit = (count: number) => literal(count) as unknown as number;

/** Above this number, the exact length of a queue is of no use to an operator. */
export const maxCounted = 10_000;

/**
 * A column is among the ids of this placeholder's array, in a hot statement. The subselect hides the array's length:
 * otherwise PostgreSQL judges its cached plan too expensive for short arrays and plans the statement again at every call.
 */
export const amongIds = (column: SQLWrapper, name: string): SQL =>
  sql`${column} = any((select ${sql.placeholder(name)}::bigint[])::bigint[])`;

/** The poster of a revision, for queries that join media twice. */
export const poster = alias(media, "poster");

/** The key of a member's small profile picture; a blocked member has none. */
export const photoOf = (of: { active: SQLWrapper; avatarSmallKey: SQLWrapper } = users) =>
  sql<string | null>`case when ${of.active} then ${of.avatarSmallKey} end`;

/** Whether a member has published something, which their page shows. */
export const hasPage = (id: SQLWrapper) => sql<boolean>`exists (
  select from ${content} published where published.author_id = ${id} and published.published_revision_id is not null
)`;

/** Columns for every query that shows a revision's file; joins: `media` by media_key, `poster` by poster_key. */
export const shownMedia = {
  mediaKey: revisions.mediaKey,
  mediaAlt: revisions.mediaAlt,
  mediaType: media.type,
  mediaWidth: media.width,
  mediaHeight: media.height,
  mediaDuration: media.durationSeconds,
  mediaBytes: media.bytes,
  mediaPages: media.pages,
  posterKey: poster.key,
  renditionWidths: sql<number[] | null>`coalesce(${poster.renditionWidths}, ${media.renditionWidths})`,
  colour: sql<string | null>`coalesce(${poster.colour}, ${media.colour})`,
};

/** The words by which cards, feeds and descriptions show a revision (docs/rules.md#excerpts-summaries-and-covers). */
export const shownExcerpt = sql<string>`coalesce(nullif(${revisions.summary}, ''), ${revisions.excerpt})`;

/** A revision's cover; null without one. */
export const shownCover = sql<CoverRow | null>`(
  select json_build_object('key', chosen.key, 'type', chosen.type, 'width', chosen.width, 'height', chosen.height,
    'widths', chosen.rendition_widths, 'colour', chosen.colour)
  from ${media} chosen where chosen.key = ${revisions.coverKey})`;

/** A row of `standing_reasons` as JSON. */
type GivenReason = Pick<typeof standingReasons.$inferSelect, "kind" | "text"> & { readonly since: string };

/** Columns from which an item's standing is computed, for queries of `content`. */
export const standingFacts = {
  isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
  verifiedAt: content.verifiedAt,
  goodUntil: content.goodUntil,
  supersededBy: sql<number | null>`(select successor.id from ${content} successor
    where successor.id = ${content.supersededBy} and successor.published_revision_id is not null)`.mapWith(
    (id: string): number | null => Number(id),
  ),
  reasons: sql<GivenReason[]>`coalesce((
    select json_agg(json_build_object('kind', given.kind, 'text', given.text, 'since', given.since)
      order by given.since, given.kind, given.subject)
    from ${standingReasons} given where given.content_id = ${content.id}), '[]'::json)`,
};

/** The number of the revision with this id, which the item refers to. */
export const numberOf = (id: typeof content.pendingRevisionId) =>
  sql<number | null>`(select named.number from ${revisions} named where named.id = ${id})`;

/** The published revision, or the newest revision of an unpublished item. */
export const shownRevision = sql`${revisions.id} = coalesce(${content.publishedRevisionId},
  (select newest.id from ${revisions} newest
   where newest.content_id = ${content.id} and newest.number = ${content.latestRevision}))`;

/** The reason of a row of `ledger`; null without one, and where it was erased. */
export const decisionReason = sql<
  string | null
>`(select given.reason from ${decisionReasons} given where given.seq = ledger.seq)`;

/** Rows of `ledger` that changed an item's review state: renewing it, or naming its successor, does not. */
export const aboutState: SQL = sql`${ledger.decision} in ('approved', 'flagged', 'removed', 'withdrawn')`;

/**
 * A revision never changes its category; if the category was deleted, its items belong to the one they were moved to.
 */
export const categoryNow: SQL = sql`(select coalesce(written.moved_to, written.id) from ${categories} written
  where written.id = ${revisions.categoryId})`;

/** A picture of a revision's text; erased ones keep their facts. */
export interface TextPictureRow {
  readonly key: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly type: string;
  readonly erasedAt: string | null;
}

/** The pictures of a revision's text, in its order, for queries of `revisions`. */
export const picturesOfText = sql<TextPictureRow[]>`coalesce((
  select json_agg(json_build_object('key', shown.key, 'sha256', encode(shown.sha256, 'hex'), 'bytes', shown.bytes,
    'type', shown.type, 'erasedAt', shown.erased_at) order by placed.place)
  from ${revisionFiles} placed join ${media} shown on shown.key = placed.media_key
  where placed.revision_id = ${revisions.id} and shown.type like 'image/%'), '[]'::json)`.mapWith(
  withHashes<TextPictureRow>,
);

function withHashes<Row extends { readonly sha256: Buffer }>(
  rows: readonly (Omit<Row, "sha256"> & { sha256: string })[],
): Row[] {
  return rows.map((row) => ({ ...row, sha256: Buffer.from(row.sha256, "hex") }) as unknown as Row);
}

/** Captions of a revision; erased ones keep their facts. */
export interface CaptionsRow extends TextPictureRow {
  readonly language: string;
  /** How many cues there are. */
  readonly cues: number;
}

/** A revision's captions in their order, for queries of `revisions`. */
export const captionsOfRevision = sql<CaptionsRow[]>`coalesce((
  select json_agg(json_build_object('key', shown.key, 'sha256', encode(shown.sha256, 'hex'), 'bytes', shown.bytes,
    'type', shown.type, 'erasedAt', shown.erased_at, 'language', said.language, 'cues', said.cue_count)
    order by placed.place)
  from ${revisionFiles} placed join ${captions} said on said.media_key = placed.media_key
  join ${media} shown on shown.key = placed.media_key
  where placed.revision_id = ${revisions.id}), '[]'::json)`.mapWith(withHashes<CaptionsRow>);
