import type { ContentStatus } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { numberOf } from "../../db/fragments.ts";
import { content, contentClaims, ledger, media, revisions } from "../../db/schema.ts";

/**
 * An item's current state and its last decision, locked until the transaction ends, so that decisions about one item
 * are made one after the other.
 */
export async function lockStanding(tx: Transaction, id: number) {
  // A separate statement: after waiting for the lock, a combined one would see the current item but the revisions as of
  // its own start.
  await tx.select({ id: content.id }).from(content).where(eq(content.id, id)).for("update");
  const [row] = await tx
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
    .where(eq(content.id, id));
  return row ?? null;
}
export type LockedStanding = NonNullable<Awaited<ReturnType<typeof lockStanding>>>;

/** The fields of a revision that a ledger row quotes. */
export async function quoteRevision(tx: Transaction, contentId: number, number: number) {
  const [row] = await tx
    .select({
      revisionId: revisions.id,
      revisionNumber: revisions.number,
      revisionHash: revisions.hash,
      mediaHash: media.sha256,
    })
    .from(revisions)
    .leftJoin(media, eq(media.key, revisions.mediaKey))
    .where(and(eq(revisions.contentId, contentId), eq(revisions.number, number)))
    .limit(1);
  if (!row) throw new Error(`item ${contentId} lacks revision ${number}`);
  return row;
}

/** Stores the outcome of a decision and ends any claim on the item. */
export async function writeStanding(
  tx: Transaction,
  id: number,
  standing: {
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
  await tx.with(claims).update(content).set(standing).where(eq(content.id, id));
}
