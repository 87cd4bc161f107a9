import { type ContentType, type LanguageCode, languageCodes, limits } from "@cairn/contract";
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import {
  amongIds,
  captionsOfRevision,
  categoryNow,
  literalLimit,
  photoOf,
  poster,
  shownCover,
  shownExcerpt,
  shownMedia,
  shownRevision,
  standingFacts,
} from "../../db/fragments.ts";
import { newestMatchesByIndex, newestMatchesNear } from "../../db/newest-matches.ts";
import { named } from "../../db/queries.ts";
import {
  categories,
  comments,
  content,
  contentCounts,
  itemLinks,
  ledger,
  links,
  media,
  revisions,
  series,
  seriesItems,
  users,
} from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";

/** A slice of a list ordered by (time desc, id desc): after a position, or after `offset` items. */
export interface Slice {
  readonly after: Position | null;
  readonly offset: number;
  readonly limit: number;
}

/** Filters for published items; all given filters must match. */
export interface PublishedFilter {
  readonly authorId?: number;
  readonly inCategories?: readonly number[];
  readonly notInCategories?: readonly number[];
  /** Ids. */
  readonly among?: readonly number[];
  readonly except?: readonly number[];
  readonly contentType?: ContentType;
  /** None, or all that there are: every language. */
  readonly languages?: readonly LanguageCode[];
}

const before = (time: SQL | typeof content.publishedAt | typeof content.createdAt, after: Position | null) =>
  after ? sql`(${time}, ${content.id}) < (${after.at}, ${after.id})` : undefined;

/** Limit of a page of the usual size, plus one item that tells whether there is a next page. */
const usualLimit = limits.perPageDefault + 1;

/**
 * Pages of all published items. An offset as parameter makes the planner plan each page, because it cannot know how far
 * it leads; a page after a position has none, and is planned once.
 */
const usualPage = (name: string, where?: SQL) =>
  named((db) => {
    const page = db
      .select({ id: content.id, at: content.publishedAt })
      .from(content)
      .where(and(isNotNull(content.publishedRevisionId), where))
      .orderBy(desc(content.publishedAt), desc(content.id))
      .limit(literalLimit(usualLimit));
    return (where ? page : page.offset(sql.placeholder("offset"))).prepare(name);
  });
const pageByOffset = usualPage("published_page");
const pageAfter = usualPage(
  "published_page_after",
  sql`(${content.publishedAt}, ${content.id}) < (${sql.placeholder("at")}, ${sql.placeholder("id")})`,
);

async function newestPositions(db: Queries, { after, offset }: Slice): Promise<Position[]> {
  const rows = after
    ? await pageAfter(db).execute({ at: after.at, id: after.id })
    : await pageByOffset(db).execute({ offset });
  return rows.flatMap(({ id, at }) => (at ? [{ id, at }] : []));
}

/** Ids and positions of published items, newest publication first. An offset scans only the index. */
export async function publishedPositions(
  db: Queries,
  filter: PublishedFilter,
  slice: Slice,
): Promise<Position[]> {
  const { authorId, inCategories, notInCategories, among, except, contentType } = filter;
  const { limit, offset } = slice;
  const languages = filter.languages?.length === languageCodes.length ? [] : (filter.languages ?? []);
  if (languages.length > 1) return positionsInLanguages(db, filter, languages, slice);
  if (Object.keys(filter).length === 0 && limit === usualLimit) return newestPositions(db, slice);
  const where = and(
    authorId === undefined ? undefined : eq(content.authorId, authorId),
    inCategories?.length ? inArray(content.publishedCategoryId, [...inCategories]) : undefined,
    notInCategories?.length ? notInArray(content.publishedCategoryId, [...notInCategories]) : undefined,
    except?.length ? sql`${content.id} <> all(${sql.param(except)}::bigint[])` : undefined,
    contentType === undefined ? undefined : eq(content.publishedContentType, contentType),
    languages[0] === undefined ? undefined : eq(content.publishedLanguage, languages[0]),
    before(content.publishedAt, slice.after),
  );
  if (among) {
    const matching = sql`${content.id} = any(${sql.param(among)}::bigint[])`;
    return (await newestMatchesByIndex(db, { matching, where, limit: offset + limit })).slice(offset);
  }
  const rows = await db
    .select({ id: content.id, at: content.publishedAt })
    .from(content)
    .where(and(isNotNull(content.publishedRevisionId), where))
    .orderBy(desc(content.publishedAt), desc(content.id))
    .limit(literalLimit(limit))
    .offset(offset);
  return rows.flatMap(({ id, at }) => (at ? [{ id, at }] : []));
}

/** How many items of a label are listed. */
const labelledRead = 500;

/** Ids of the newest published items that name a label. */
export async function newestLabelled(db: Queries, label: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select content_id as id from published_labels where label = ${label} order by content_id desc limit ${labelledRead}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** How many of the newest texts that mention a phrase are wanted. */
const mentionsRead = 500;
/** How many of the newest items are scanned where the phrases are common. */
const lookedAt = 4_000;
/** How many of the newest items show whether the phrases are common. */
const sampled = 500;

/**
 * Ids of the newest published items whose words match any of the phrases, as the search interprets them. Either the
 * newest items are looked at, or the index of words has few enough: neither costs more with more items.
 */
export async function newestMentions(db: Queries, phrases: readonly string[]): Promise<number[]> {
  const any = sql.join(
    phrases.map((phrase) => sql`search_query(${phrase})`),
    sql` || `,
  );
  const { rows } = await db.execute<{ words: string; is_common: boolean }>(
    sql`select words, search_is_common(words) as is_common from (select ${any} as words) as asked`,
  );
  const [asked] = rows;
  if (!asked) return [];
  const matching = sql`${content.publishedSearch} @@ ${asked.words}::tsquery`;
  const near = (stretch: number) => newestMatchesNear(db, { matching, limit: mentionsRead, stretch });
  // The index yields all matches: too many for one statement where a scan of the newest items finds enough.
  const isCommon = asked.is_common || (await near(sampled)).length * lookedAt >= mentionsRead * sampled;
  const found = await (isCommon
    ? near(lookedAt)
    : newestMatchesByIndex(db, { matching, limit: mentionsRead }));
  return found.map(({ id }) => id);
}

/** Each language is read by its index: few of the newest items may be in any of them. */
async function positionsInLanguages(
  db: Queries,
  filter: PublishedFilter,
  languages: readonly LanguageCode[],
  { offset, limit, after }: Slice,
): Promise<Position[]> {
  const ofOne = (language: LanguageCode) =>
    publishedPositions(db, { ...filter, languages: [language] }, { after, offset: 0, limit: offset + limit });
  const found = await Promise.all(languages.map(ofOne));
  return found
    .flat()
    .sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
    .slice(offset, offset + limit);
}

/** The same for all of an author's items except removed ones, newest first. */
export async function positionsOfAuthor(db: Queries, authorId: number, slice: Slice): Promise<Position[]> {
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

const newestRevision = sql`${revisions.number} = ${content.latestRevision}`;

/** Whether the last decision about a published item flagged a newer revision that its author has not replaced yet. */
export const flaggedEdit = sql`(${content.publishedRevisionId} is not null and ${content.pendingRevisionId} is null
  and (select last.decision = 'flagged' and last.revision_number = ${content.latestRevision} from ${ledger} last
    where last.content_id = ${content.id} and last.decision in ('approved', 'flagged', 'removed', 'withdrawn')
    order by last.seq desc limit 1))`;

/** The facts that every reader of an item sees, with one of its revisions. */
const shown = {
  id: content.id,
  authorId: content.authorId,
  authorName: users.name,
  authorPhoto: photoOf(),
  status: content.status,
  publishedAt: content.publishedAt,
  createdAt: content.createdAt,
  likes: content.likes,
  comments: content.comments,
  revision: revisions.number,
  title: revisions.title,
  body: revisions.body,
  excerpt: shownExcerpt,
  contentType: revisions.contentType,
  categoryId: categories.id,
  categoryName: categories.name,
  appliesTo: revisions.appliesTo,
  seriesId: series.id,
  seriesTitle: series.title,
  seriesPosition: seriesItems.position,
  seriesSize: series.items,
  seriesPublicPosition: seriesItems.publicPosition,
  seriesPublicSize: series.publicItems,
  language: revisions.language,
  languageGiven: revisions.languageGiven,
  summary: revisions.summary,
  cover: shownCover,
  captions: captionsOfRevision,
  chapters: revisions.chapters,
  noSpeech: revisions.noSpeech,
  embed: revisions.embed,
  ...shownMedia,
  ...standingFacts,
};

/** An item with one of its revisions. */
const itemsWith = (db: Queries, revision: SQL) =>
  db
    .select({
      ...shown,
      /** Number of the revision that waits for review. */
      pendingRevision: sql<number | null>`(select waiting.number from ${revisions} waiting
        where waiting.id = ${content.pendingRevisionId})`,
      /** Number of a newer revision that was flagged while the published one stayed public. */
      flaggedRevision: sql<number | null>`case when ${flaggedEdit} then ${content.latestRevision} end`,
    })
    .from(content)
    .innerJoin(revisions, and(eq(revisions.contentId, content.id), revision))
    .innerJoin(users, eq(users.id, content.authorId))
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .leftJoin(seriesItems, eq(seriesItems.contentId, content.id))
    .leftJoin(series, eq(series.id, seriesItems.seriesId));

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

/** Numbers and times of the revisions up to the shown one, newest first, as JSON. */
const history = sql<{ number: number; at: string }[]>`(
  select json_agg(json_build_object('number', past.number, 'at', past.created_at) order by past.number desc)
  from (select earlier.number, earlier.created_at from ${revisions} earlier
    where earlier.content_id = ${content.id} and earlier.number <= ${revisions.number}
    order by earlier.number desc limit 50) past)`;

/** Its dead links in the order of its text, as JSON; null without any. */
const deadLinks = sql<{ url: string; since: string }[] | null>`(
  select json_agg(json_build_object('url', ${links.url}, 'since', ${links.since}) order by ${itemLinks.place})
  from ${itemLinks} join ${links} on ${links.id} = ${itemLinks.linkId}
  where ${itemLinks.contentId} = ${content.id} and ${links.state} = 'dead')`;

/** The published items right before and after it in its series, as JSON; null without any. */
const beside = sql<{ id: number; title: string; position: number }[] | null>`(
  select json_agg(json_build_object('id', near.content_id, 'title', item.published_title,
    'position', near.public_position) order by near.public_position)
  from ${seriesItems} own
  join ${seriesItems} near on near.series_id = own.series_id and abs(near.public_position - own.public_position) = 1
  join ${content} item on item.id = near.content_id
  where own.content_id = ${content.id})`;

/** Columns of an item's own page, beside the facts. */
const texts = { bodyHtml: sql<string>`${revisions.bodyHtml}`, history, deadLinks, beside };
const withoutTexts: typeof texts = {
  bodyHtml: sql`''`,
  history: sql`'[]'::json`,
  deadLinks: sql`null::json`,
  beside: sql`null::json`,
};

const publishedByIds = (name: string, shownTexts: typeof texts) =>
  named((db) =>
    db
      .select({ ...shown, ...shownTexts })
      .from(content)
      .innerJoin(revisions, eq(revisions.id, content.publishedRevisionId))
      .innerJoin(users, eq(users.id, content.authorId))
      // The trigger that sets it follows a category whose items were moved elsewhere.
      .innerJoin(categories, eq(categories.id, content.publishedCategoryId))
      .leftJoin(media, eq(media.key, revisions.mediaKey))
      .leftJoin(poster, eq(poster.key, revisions.posterKey))
      .leftJoin(seriesItems, eq(seriesItems.contentId, content.id))
      .leftJoin(series, eq(series.id, seriesItems.seriesId))
      .where(amongIds(content.id, "ids"))
      .prepare(name),
  );
const wholeByIds = publishedByIds("published_items", texts);
const listedByIds = publishedByIds("listed_items", withoutTexts);

/** The published ones of these items as readers are served them, whole; in no order. */
export const publishedItems = (db: Queries, ids: readonly number[]) =>
  wholeByIds(db).execute({ ids: [...ids] });

export type PublishedRow = Awaited<ReturnType<typeof publishedItems>>[number];
export type ListedRow = Omit<PublishedRow, keyof typeof texts>;

/** The same as lists show them: without their HTML, which takes as long to read as all the rest. */
export const listedItems = (db: Queries, ids: readonly number[]): Promise<ListedRow[]> =>
  listedByIds(db).execute({ ids: [...ids] });

/** Excludes items that their author withdrew. */
const isKnown = (id: number | Placeholder) => and(eq(content.id, id), isNull(content.withdrawnAt));

export async function findItem(db: Queries, id: number): Promise<ItemRow | null> {
  const [row] = await itemsWith(db, shownRevision).where(isKnown(id)).limit(1);
  return row ?? null;
}

/** The item in its newest revision, whichever revision readers get. */
export async function findNewest(db: Queries, id: number): Promise<ItemRow | null> {
  const [row] = await itemsWith(db, newestRevision).where(isKnown(id)).limit(1);
  return row ?? null;
}

const visibilityStatement = named((db) =>
  db
    .select({
      authorId: content.authorId,
      isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
      comments: content.comments,
    })
    .from(content)
    .where(isKnown(sql.placeholder("id")))
    .limit(1)
    .prepare("visibility_of_item"),
);

/** The facts that decide who may see an item, and its number of comments. */
export async function findVisibility(db: Queries, id: number) {
  const [row] = await visibilityStatement(db).execute({ id });
  return row ?? null;
}

/** Whether an item that was published has been removed or withdrawn. */
export async function isRemovedFromPublic(db: Queries, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.id, id), eq(content.status, "Removed"), isNotNull(content.publishedAt)))
    .limit(1);
  return rows.length > 0;
}

/** The revision's text as HTML, and the revisions up to it, newest first. */
export async function readRevision(db: Queries, contentId: number, number: number) {
  const [shown] = await db
    .select({ bodyHtml: revisions.bodyHtml, deadLinks, beside })
    .from(revisions)
    .innerJoin(content, eq(content.id, revisions.contentId))
    .where(and(eq(revisions.contentId, contentId), eq(revisions.number, number)))
    .limit(1);
  const history = await db
    .select({ number: revisions.number, createdAt: revisions.createdAt })
    .from(revisions)
    .where(and(eq(revisions.contentId, contentId), lte(revisions.number, number)))
    .orderBy(desc(revisions.number))
    .limit(50);
  return {
    bodyHtml: shown?.bodyHtml ?? "",
    history,
    deadLinks: shown?.deadLinks ?? null,
    beside: shown?.beside ?? null,
  };
}

/**
 * Totals that the database maintains, without removed items. Use `publishedOnly` for everyone except the author and
 * verified admins.
 */
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

/** Published items like this one, the most similar first. */
export async function relatedTo(db: Queries, id: number, wanted: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from related_items(${id}, ${wanted})`);
  return rows.map((row) => Number(row.id));
}

/** Comments that are counted at most, and items that are found. */
const discussed = { comments: 2_000, items: 12 };

/**
 * Items with comments since `since`, those of the most members first. Among more comments, the newest are counted, by
 * their index.
 */
export async function mostDiscussed(db: Queries, since: Date): Promise<number[]> {
  const newest = db
    .select({ contentId: comments.contentId, authorId: comments.authorId })
    .from(comments)
    .where(gt(comments.createdAt, since))
    .orderBy(desc(comments.createdAt))
    .limit(discussed.comments)
    .as("newest");
  const found = await db
    .select({ id: newest.contentId })
    .from(newest)
    .groupBy(newest.contentId)
    .orderBy(sql`count(distinct ${newest.authorId}) desc, count(*) desc`, desc(newest.contentId))
    .limit(discussed.items);
  return found.map(({ id }) => id);
}
