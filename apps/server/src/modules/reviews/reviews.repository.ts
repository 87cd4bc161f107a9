import type { ContentStatus } from "@cairn/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/database.ts";
import { content, contentClaims, ledger, media, revisions } from "../../db/schema.ts";

const numberOf = (id: typeof content.pendingRevisionId) =>
  sql<number | null>`(select named.number from ${revisions} named where named.id = ${id})`;

/** How an item stands, locked until the transaction ends: decisions about one item are made one after the other. */
export async function lockStanding(tx: Transaction, id: number) {
  // By itself: a statement that had to wait sees the item as it is then, but revisions as they were when it began.
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
    })
    .from(content)
    .where(eq(content.id, id));
  return row ?? null;
}
export type LockedStanding = NonNullable<Awaited<ReturnType<typeof lockStanding>>>;

/** The item's newest row of the ledger; read after the item was locked. */
export async function lastDecision(tx: Transaction, contentId: number) {
  const [row] = await tx
    .select({ seq: ledger.seq, decidedAt: ledger.decidedAt })
    .from(ledger)
    .where(eq(ledger.contentId, contentId))
    .orderBy(desc(ledger.seq))
    .limit(1);
  return row ?? null;
}

/** What a ledger row quotes of a revision. */
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

/** The outcome of a decision. Whoever held the item has finished with it. */
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
  await tx.update(content).set(standing).where(eq(content.id, id));
  await tx.delete(contentClaims).where(eq(contentClaims.contentId, id));
}
