import type { ContentStatus } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { categoryNow, numberOf } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import {
  approvalNotes,
  categories,
  content,
  contentClaims,
  ledger,
  media,
  revisions,
  users,
} from "../../db/schema.ts";

// `no key update`: foreign-key checks on the item, such as of one that it replaces, need not wait for its decision; two
// items that replace each other at once would deadlock.
const lockItemStatement = named((db) =>
  db
    .select({ id: content.id })
    .from(content)
    .where(eq(content.id, sql.placeholder("id")))
    .for("no key update")
    .prepare("lock_item"),
);
const reviewState = named((db) =>
  db
    .select({
      id: content.id,
      authorId: content.authorId,
      status: content.status,
      latestRevision: content.latestRevision,
      pendingRevision: numberOf(content.pendingRevisionId),
      publishedRevision: numberOf(content.publishedRevisionId),
      publishedAt: content.publishedAt,
      last: { seq: ledger.seq, decidedAt: ledger.decidedAt },
      newestSeq: sql<number>`(
        select coalesce(max(newest.seq), 0) from ${ledger} newest where newest.content_id = ${content.id})`.mapWith(
        Number,
      ),
    })
    .from(content)
    .leftJoin(
      ledger,
      // Not what an author says of the item's successor: it would keep reviewers from deciding.
      sql`${ledger.seq} = (
        select max(newest.seq) from ${ledger} newest
        where newest.content_id = ${content.id} and (newest.reviewer_id <> ${content.authorId} or newest.decision = 'withdrawn'))`,
    )
    .where(eq(content.id, sql.placeholder("id")))
    .prepare("review_state_of_item"),
);

/**
 * An item's current state and its last decision, locked until the transaction ends, so that decisions about one item
 * are made one after the other.
 */
export async function lockReviewState(tx: Transaction, id: number) {
  // A separate statement: after waiting for the lock, a combined one would see the current item but the revisions as of
  // its own start. It runs after the first, and is sent without waiting for its answer.
  const [, [row]] = await Promise.all([
    lockItemStatement(tx).execute({ id }),
    reviewState(tx).execute({ id }),
  ]);
  return row ?? null;
}
export type LockedReviewState = NonNullable<Awaited<ReturnType<typeof lockReviewState>>>;

const quoteRevisionStatement = named((db) =>
  db
    .select({
      revisionId: revisions.id,
      revisionNumber: revisions.number,
      revisionHash: revisions.hash,
      mediaHash: media.sha256,
      title: revisions.title,
      contentType: revisions.contentType,
      authorName: users.name,
      intervalDays: categories.intervalDays,
    })
    .from(revisions)
    .innerJoin(content, eq(content.id, revisions.contentId))
    .innerJoin(users, eq(users.id, content.authorId))
    .innerJoin(categories, eq(categories.id, categoryNow))
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .where(
      and(
        eq(revisions.contentId, sql.placeholder("contentId")),
        eq(revisions.number, sql.placeholder("number")),
      ),
    )
    .limit(1)
    .prepare("quoted_revision"),
);

/** The fields of a revision that a ledger row quotes, the words of its notices, and its category's interval. */
export async function quoteRevision(tx: Transaction, contentId: number, number: number) {
  const [row] = await quoteRevisionStatement(tx).execute({ contentId, number });
  if (!row) throw new Error(`item ${contentId} lacks revision ${number}`);
  const { title, contentType, authorName, intervalDays, ...quoted } = row;
  return { quoted, words: { title, contentType, authorName }, intervalDays };
}

/** What the reviewer tells the author with the approval of row `seq`; outside of the log (docs/rules.md#decisions-and-notifications). */
export async function insertApprovalNote(tx: Transaction, seq: number, note: string): Promise<void> {
  await tx.insert(approvalNotes).values({ seq, note });
}

interface Outcome {
  readonly status: ContentStatus;
  readonly pendingRevisionId?: null;
  readonly publishedRevisionId?: number | null;
  readonly publishedReview?: number | null;
  readonly publishedAt?: Date;
  readonly verifiedAt?: Date;
  readonly goodUntil?: Date | null;
  readonly supersededBy?: number | null;
}

/** One statement for each kind of decision, by the columns that it changes. */
const outcomeWriters = new Map<string, ReturnType<typeof writerOf>>();
const writerOf = (columns: readonly string[], name: string) =>
  named((db) => {
    const { placeholder } = sql;
    const claims = db.$with("claims").as(
      db
        .delete(contentClaims)
        .where(eq(contentClaims.contentId, placeholder("id")))
        .returning({ of: contentClaims.contentId }),
    );
    return db
      .with(claims)
      .update(content)
      .set(Object.fromEntries(columns.map((column) => [column, sql`${placeholder(column)}`])))
      .where(eq(content.id, placeholder("id")))
      .prepare(name);
  });

/** Stores the outcome of a decision and ends any claim on the item. */
export async function writeReviewState(tx: Transaction, id: number, outcome: Outcome): Promise<void> {
  const columns = Object.keys(outcome);
  const kind = columns.join(" ");
  const write = outcomeWriters.get(kind) ?? writerOf(columns, `outcome_${outcomeWriters.size + 1}`);
  outcomeWriters.set(kind, write);
  await write(tx).execute({ id, ...outcome });
}
