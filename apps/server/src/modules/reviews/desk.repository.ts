import type { ContentType } from "@cairn/contract";
import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries } from "../../db/database.ts";
import {
  amongIds,
  captionsOfRevision,
  categoryNow,
  decisionReason,
  literalLimit,
  numberOf,
  photoOf,
  poster,
  shownCover,
  shownExcerpt,
  shownMedia,
  standingFacts,
} from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { categories, content, keptCounts, ledger, media, revisions, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";
import { containing } from "../../lib/like-pattern.ts";

/** The status to filter by; Pending means that a revision is waiting. */
export type DeskStatus = "Pending" | "Published" | "Flagged" | "Removed" | "All";
export type DeskSort = "waiting" | "newest" | "oldest";

export interface DeskFilter {
  readonly status: DeskStatus;
  readonly contentType: ContentType | null;
  readonly categoryId: number | null;
  /** Part of a title or of an author's name; empty: any. */
  readonly words: string;
}

/** Maximum number of authors with a matching name; further ones are ignored. */
const maxAuthors = 1_000;

const statusIs: Record<DeskStatus, SQL | undefined> = {
  Pending: isNotNull(content.pendingRevisionId),
  Published: sql`${content.status} = 'Published'`,
  Flagged: sql`${content.status} = 'Flagged'`,
  Removed: and(sql`${content.status} = 'Removed'`, isNull(content.withdrawnAt)),
  All: sql`${content.status} in ('Pending', 'Published', 'Flagged')`,
};

/** Positions in the desk's list; `at` matters only when sorting by waiting time. */
export async function deskPositions(
  db: Queries,
  filter: DeskFilter,
  sort: DeskSort,
  after: Position | null,
  limit: number,
): Promise<Position[]> {
  const { status, contentType, categoryId, words } = filter;
  const rows = await db
    .select({ id: content.id, at: content.waitingSince })
    .from(content)
    .where(
      and(
        statusIs[status],
        contentType === null ? undefined : eq(content.deskContentType, contentType),
        categoryId === null ? undefined : eq(content.deskCategoryId, categoryId),
        words === "" ? undefined : await mentions(db, words),
        after ? positionAfter(sort, after) : undefined,
      ),
    )
    .orderBy(
      ...(sort === "waiting"
        ? [asc(content.waitingSince), asc(content.id)]
        : [sort === "newest" ? desc(content.id) : asc(content.id)]),
    )
    .limit(literalLimit(limit));
  return rows.map(({ id, at }) => ({ id, at: at ?? new Date(0) }));
}

function positionAfter(sort: DeskSort, { at, id }: Position): SQL {
  if (sort === "waiting") return sql`(${content.waitingSince}, ${content.id}) > (${at}, ${id})`;
  return sort === "newest" ? sql`${content.id} < ${id}` : sql`${content.id} > ${id}`;
}

/** Authors are looked up first, so that both halves of the condition have an index. */
async function mentions(db: Queries, words: string): Promise<SQL | undefined> {
  const pattern = containing(words);
  const authors = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.name} ilike ${pattern}`)
    .limit(maxAuthors);
  const byAuthor =
    authors.length > 0
      ? inArray(
          content.authorId,
          authors.map(({ id }) => id),
        )
      : undefined;
  return or(sql`${content.deskTitle} ilike ${pattern}`, byAuthor);
}

const author = alias(users, "author");
const reviewer = alias(users, "reviewer");

const itemsOfDesk = named((db) =>
  db
    .select({
      id: content.id,
      title: revisions.title,
      excerpt: shownExcerpt,
      contentType: revisions.contentType,
      categoryId: categories.id,
      categoryName: categories.name,
      authorId: content.authorId,
      authorName: author.name,
      authorPhoto: photoOf(author),
      status: content.status,
      latestRevision: content.latestRevision,
      revision: revisions.number,
      pendingRevision: numberOf(content.pendingRevisionId),
      publishedRevision: numberOf(content.publishedRevisionId),
      appliesTo: revisions.appliesTo,
      ...standingFacts,
      waitingSince: content.waitingSince,
      ...shownMedia,
      likes: content.likes,
      comments: content.comments,
      createdAt: content.createdAt,
      publishedAt: content.publishedAt,
      last: {
        seq: ledger.seq,
        decision: ledger.decision,
        revision: ledger.revisionNumber,
        reviewerId: ledger.reviewerId,
        reason: decisionReason,
        decidedAt: ledger.decidedAt,
      },
      reviewerName: reviewer.name,
    })
    .from(content)
    .innerJoin(revisions, eq(revisions.id, content.deskRevisionId))
    .innerJoin(author, eq(author.id, content.authorId))
    .innerJoin(categories, eq(categories.id, content.deskCategoryId))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .leftJoin(
      ledger,
      sql`${ledger.seq} = (select max(newest.seq) from ${ledger} newest where newest.content_id = ${content.id})`,
    )
    .leftJoin(reviewer, eq(reviewer.id, ledger.reviewerId))
    .where(and(amongIds(content.id, "ids"), sql`${content.status} <> 'Draft'`, isNull(content.withdrawnAt)))
    .prepare("desk_items"),
);

/** The items of these ids in the revision that the desk shows, in the order of the ids. */
export async function deskItems(db: Queries, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await itemsOfDesk(db).execute({ ids: [...ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
export type DeskRow = Awaited<ReturnType<typeof deskItems>>[number];

/** How many items a status has; the database maintains the count. */
export async function countOfStatus(db: Queries, status: Exclude<DeskStatus, "Removed">): Promise<number> {
  const names = {
    Pending: ["items waiting"],
    Published: ["items Published"],
    Flagged: ["items Flagged"],
    All: ["items Pending", "items Published", "items Flagged"],
  }[status];
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${keptCounts.total}), 0)::int` })
    .from(keptCounts)
    .where(inArray(keptCounts.name, names));
  return row?.total ?? 0;
}

/** Revisions of an item by number, with the data to show and compare them. */
export async function revisionsOf(db: Queries, contentId: number, numbers: readonly number[]) {
  return db
    .select({
      number: revisions.number,
      title: revisions.title,
      body: revisions.body,
      summary: revisions.summary,
      cover: shownCover,
      captions: captionsOfRevision,
      chapters: revisions.chapters,
      noSpeech: revisions.noSpeech,
      embed: revisions.embed,
      bodyHtml: revisions.bodyHtml,
      contentType: revisions.contentType,
      categoryId: categories.id,
      categoryName: categories.name,
      ...shownMedia,
      createdAt: revisions.createdAt,
      hash: revisions.hash,
      appliesTo: revisions.appliesTo,
      language: revisions.language,
    })
    .from(revisions)
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .leftJoin(poster, eq(poster.key, revisions.posterKey))
    .where(and(eq(revisions.contentId, contentId), inArray(revisions.number, [...numbers])));
}
export type RevisionRow = Awaited<ReturnType<typeof revisionsOf>>[number];
