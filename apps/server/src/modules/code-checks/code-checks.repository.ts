import type { SeenOutcomes } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { codeChecks, content, ledger, revisions, users } from "../../db/schema.ts";

/** A revision, by its number; without one what readers are served, or the newest while nothing is public. */
const isRevision = (number: number | undefined) =>
  number === undefined
    ? sql`${revisions.id} = coalesce(${content.publishedRevisionId}, (select newest.id from ${revisions} newest
        where newest.content_id = ${content.id} and newest.number = ${content.latestRevision}))`
    : and(eq(revisions.contentId, content.id), eq(revisions.number, number));

export async function findRevision(db: Queries, contentId: number, number: number | undefined) {
  const [row] = await db
    .select({
      id: revisions.id,
      number: revisions.number,
      authorId: content.authorId,
      body: revisions.body,
      html: revisions.bodyHtml,
      isPublished: sql<boolean>`${content.publishedRevisionId} = ${revisions.id} is true`,
    })
    .from(content)
    .innerJoin(revisions, isRevision(number))
    .where(eq(content.id, contentId));
  return row ?? null;
}

/** What the newest decision about a revision says of its code, of those that say anything. */
export async function outcomesOfRevision(db: Queries, contentId: number, revisionId: number) {
  const [row] = await db
    .select({
      outcomes: codeChecks.outcomes,
      at: ledger.decidedAt,
      by: { id: users.id, name: users.name },
    })
    .from(codeChecks)
    .innerJoin(ledger, eq(ledger.seq, codeChecks.seq))
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .where(and(eq(ledger.contentId, contentId), eq(ledger.revisionId, revisionId)))
    .orderBy(sql`${ledger.seq} desc`)
    .limit(1);
  return row ?? null;
}

/** With the decision of row `seq`. */
export async function insertOutcomes(tx: Transaction, seq: number, outcomes: SeenOutcomes): Promise<void> {
  await tx.insert(codeChecks).values({ seq, outcomes });
}
