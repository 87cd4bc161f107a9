import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { categories, type content, decisionReasons, media, revisions } from "./schema.ts";

/** The poster of a revision's video, for queries that join media twice. */
export const poster = alias(media, "poster");

/** Columns for every query that shows a revision's file; joins: `media` by media_key, `poster` by poster_key. */
export const shownMedia = {
  mediaKey: revisions.mediaKey,
  mediaAlt: revisions.mediaAlt,
  mediaType: media.type,
  mediaWidth: media.width,
  mediaHeight: media.height,
  mediaDuration: media.durationSeconds,
  posterKey: poster.key,
};

/** The number of the revision with this id, which the item refers to. */
export const numberOf = (id: typeof content.pendingRevisionId) =>
  sql<number | null>`(select named.number from ${revisions} named where named.id = ${id})`;

/** The reason of a row of `ledger`; null without one, and where it was erased. */
export const decisionReason = sql<
  string | null
>`(select given.reason from ${decisionReasons} given where given.seq = ledger.seq)`;

/**
 * A revision never changes its category; if the category was deleted, its items belong to the one they were moved to.
 */
export const categoryNow: SQL = sql`(select coalesce(written.moved_to, written.id) from ${categories} written
  where written.id = ${revisions.categoryId})`;
