import type { ContentType } from "@cairn/contract";
import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { newestMatches } from "../../db/newest-matches.ts";
import { categories, content, contentCounts, media, revisions, users } from "../../db/schema.ts";
import { poster, shownMedia } from "../../db/shown-media.ts";
import type { Place } from "../../lib/cursor.ts";

/** A slice of a list ordered by (time desc, id desc): after a place, or after `offset` items. */
export interface Slice {
  readonly after: Place | null;
  readonly offset: number;
  readonly limit: number;
}

/** What narrows the published items; all that is given must hold. */
export interface PublishedFilter {
  readonly authorId?: number;
  readonly inCategories?: readonly number[];
  readonly notInCategories?: readonly number[];
  readonly mentions?: readonly string[];
  readonly doesNotMention?: readonly string[];
  readonly contentType?: ContentType;
}

const before = (time: SQL | typeof content.publishedAt | typeof content.createdAt, after: Place | null) =>
  after ? sql`(${time}, ${content.id}) < (${after.at}, ${after.id})` : undefined;

/** Any of the phrases, as PostgreSQL's own reader of search words understands them. */
const mentionsAny = (phrases: readonly string[]): SQL | undefined =>
  or(
    ...phrases.map((phrase) => sql`${content.publishedSearch} @@ websearch_to_tsquery('english', ${phrase})`),
  );

/** Ids and places of published items, newest publication first. Offsets walk the index alone. */
export async function publishedPlaces(db: Queries, filter: PublishedFilter, slice: Slice): Promise<Place[]> {
  const { authorId, inCategories, notInCategories, mentions, doesNotMention, contentType } = filter;
  const { limit, offset } = slice;
  const where = and(
    authorId === undefined ? undefined : eq(content.authorId, authorId),
    inCategories?.length ? inArray(content.publishedCategoryId, [...inCategories]) : undefined,
    notInCategories?.length ? notInArray(content.publishedCategoryId, [...notInCategories]) : undefined,
    doesNotMention?.length ? sql`not (${mentionsAny(doesNotMention)})` : undefined,
    contentType === undefined ? undefined : eq(content.publishedContentType, contentType),
    before(content.publishedAt, slice.after),
  );
  if (mentions?.length) return newestMatches(db, { matching: mentionsAny(mentions), where, limit, offset });
  const rows = await db
    .select({ id: content.id, at: content.publishedAt })
    .from(content)
    .where(and(isNotNull(content.publishedRevisionId), where))
    .orderBy(desc(content.publishedAt), desc(content.id))
    // Literals: with parameters the planner would guess that a tenth of the table is wanted.
    .limit(sql.raw(String(limit)) as unknown as number)
    .offset(offset);
  return rows.flatMap(({ id, at }) => (at ? [{ id, at }] : []));
}

/** The same over all of an author's items but the removed ones, newest first. */
export async function placesOfAuthor(db: Queries, authorId: number, slice: Slice): Promise<Place[]> {
  return db
    .select({ id: content.id, at: content.createdAt })
    .from(content)
    .where(
      and(
        eq(content.authorId, authorId),
        ne(content.status, "Removed"),
        before(content.createdAt, slice.after),
      ),
    )
    .orderBy(desc(content.createdAt), desc(content.id))
    .limit(slice.limit)
    .offset(slice.offset);
}

/** The published revision, or for an unpublished item the newest. */
const shownRevision = sql`${revisions.id} = coalesce(${content.publishedRevisionId},
  (select newest.id from ${revisions} newest
   where newest.content_id = ${content.id} and newest.number = ${content.latestRevision}))`;
const newestRevision = sql`${revisions.number} = ${content.latestRevision}`;

/** A revision names its category for good; where that was deleted, its items are in the one they moved to. */
const categoryNow = sql`(select coalesce(written.moved_to, written.id) from ${categories} written
  where written.id = ${revisions.categoryId})`;

/** An item with one of its revisions. */
const itemsWith = (db: Queries, revision: SQL) =>
  db
    .select({
      id: content.id,
      authorId: content.authorId,
      authorName: users.name,
      status: content.status,
      publishedAt: content.publishedAt,
      createdAt: content.createdAt,
      likes: content.likes,
      comments: content.comments,
      /** Number of the revision that waits for review. */
      pendingRevision: sql<number | null>`(select waiting.number from ${revisions} waiting
        where waiting.id = ${content.pendingRevisionId})`,
      isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
      revision: revisions.number,
      title: revisions.title,
      body: revisions.body,
      contentType: revisions.contentType,
      categoryId: categories.id,
      categoryName: categories.name,
      ...shownMedia,
    })
    .from(content)
    .innerJoin(revisions, and(eq(revisions.contentId, content.id), revision))
    .innerJoin(users, eq(users.id, content.authorId))
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey));

export type ItemRow = Awaited<ReturnType<ReturnType<typeof itemsWith>["execute"]>>[number];

/** The items of these ids, in the order of the ids; unknown ids are left out. */
export async function itemsById(db: Queries, ids: readonly number[]): Promise<ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = await itemsWith(db, shownRevision).where(
    sql`${content.id} = any(${sql.param([...ids])}::bigint[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What its author took back is nowhere to be found. */
const isKnown = (id: number) => and(eq(content.id, id), isNull(content.withdrawnAt));

export async function findItem(db: Queries, id: number): Promise<ItemRow | null> {
  const [row] = await itemsWith(db, shownRevision).where(isKnown(id)).limit(1);
  return row ?? null;
}

/** The item in its newest revision, whatever readers are served. */
export async function findNewest(db: Queries, id: number): Promise<ItemRow | null> {
  const [row] = await itemsWith(db, newestRevision).where(isKnown(id)).limit(1);
  return row ?? null;
}

/** What decides who may know of an item, and how many comments it has. */
export async function findStanding(db: Queries, id: number) {
  const [row] = await db
    .select({
      authorId: content.authorId,
      isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
      comments: content.comments,
    })
    .from(content)
    .where(isKnown(id))
    .limit(1);
  return row ?? null;
}

/** The revision's text as HTML, and the revisions up to it, newest first. */
export async function readRevision(db: Queries, contentId: number, number: number) {
  const [shown] = await db
    .select({ bodyHtml: revisions.bodyHtml })
    .from(revisions)
    .where(and(eq(revisions.contentId, contentId), eq(revisions.number, number)))
    .limit(1);
  const history = await db
    .select({ number: revisions.number, createdAt: revisions.createdAt })
    .from(revisions)
    .where(and(eq(revisions.contentId, contentId), lte(revisions.number, number)))
    .orderBy(desc(revisions.number))
    .limit(50);
  return { bodyHtml: shown?.bodyHtml ?? "", history };
}

/** Totals kept by the database, removed items left out. `publishedOnly` for everybody but the author and verified admins. */
export async function countOfAuthor(db: Queries, authorId: number, publishedOnly: boolean): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${contentCounts.total}), 0)::int` })
    .from(contentCounts)
    .where(
      and(
        eq(contentCounts.authorId, authorId),
        publishedOnly ? eq(contentCounts.status, "Published") : ne(contentCounts.status, "Removed"),
      ),
    );
  return row?.total ?? 0;
}
