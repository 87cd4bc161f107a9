import type { ContentStatus } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { numberOf } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { approvalNotes, content, contentClaims, ledger, media, revisions, users } from "../../db/schema.ts";

const locking = named((db) =>
  db
    .select({ id: content.id })
    .from(content)
    .where(eq(content.id, sql.placeholder("id")))
    .for("update")
    .prepare("lock_item"),
);
const standing = named((db) =>
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
    })
    .from(content)
    .leftJoin(
      ledger,
      sql`${ledger.seq} = (select max(newest.seq) from ${ledger} newest where newest.content_id = ${content.id})`,
    )
    .where(eq(content.id, sql.placeholder("id")))
    .prepare("standing_of_item"),
);

/**
 * An item's current state and its last decision, locked until the transaction ends, so that decisions about one item
 * are made one after the other.
 */
export async function lockStanding(tx: Transaction, id: number) {
  // A separate statement: after waiting for the lock, a combined one would see the current item but the revisions as of
  // its own start. It runs after the first, and is sent without waiting for its answer.
  const [, [row]] = await Promise.all([locking(tx).execute({ id }), standing(tx).execute({ id })]);
  return row ?? null;
}
export type LockedStanding = NonNullable<Awaited<ReturnType<typeof lockStanding>>>;

const quoting = named((db) =>
  db
    .select({
      revisionId: revisions.id,
      revisionNumber: revisions.number,
      revisionHash: revisions.hash,
      mediaHash: media.sha256,
      title: revisions.title,
      contentType: revisions.contentType,
      authorName: users.name,
    })
    .from(revisions)
    .innerJoin(content, eq(content.id, revisions.contentId))
    .innerJoin(users, eq(users.id, content.authorId))
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

/** The fields of a revision that a ledger row quotes, and the words of its notices. */
export async function quoteRevision(tx: Transaction, contentId: number, number: number) {
  const [row] = await quoting(tx).execute({ contentId, number });
  if (!row) throw new Error(`item ${contentId} lacks revision ${number}`);
  const { title, contentType, authorName, ...quoted } = row;
  return { quoted, words: { title, contentType, authorName } };
}

/** What the reviewer tells the author with the approval of row `seq`; outside of the log (docs/rules.md#d110). */
export async function insertApprovalNote(tx: Transaction, seq: number, note: string): Promise<void> {
  await tx.insert(approvalNotes).values({ seq, note });
}

/** Stores the outcome of a decision and ends any claim on the item. */
export async function writeStanding(
  tx: Transaction,
  id: number,
  outcome: {
    status: ContentStatus;
    pendingRevisionId?: null;
    publishedRevisionId?: number | null;
    publishedReview?: number | null;
    publishedAt?: Date;
  },
): Promise<void> {
  const claims = tx
    .$with("claims")
    .as(
      tx
        .delete(contentClaims)
        .where(eq(contentClaims.contentId, id))
        .returning({ of: contentClaims.contentId }),
    );
  await tx.with(claims).update(content).set(outcome).where(eq(content.id, id));
}
