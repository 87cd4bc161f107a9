import type { BlockCheck } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { codeChecks, content, revisions, standingReasons } from "../../db/schema.ts";

/** What is kept of a revision's checks; `engines` is null until they have run, as all of it is without any. */
export async function checksOf(db: Queries, contentId: number, revision: number | undefined) {
  const [row] = await db
    .select({
      authorId: content.authorId,
      isPublished: sql<boolean>`${content.publishedRevisionId} = ${revisions.id} is true`,
      isWaiting: sql<boolean>`${content.pendingRevisionId} = ${revisions.id} is true`,
      revisionId: codeChecks.revisionId,
      engines: codeChecks.engines,
      results: codeChecks.results,
    })
    .from(content)
    .innerJoin(
      revisions,
      revision === undefined
        ? sql`${revisions.id} = coalesce(${content.publishedRevisionId}, (select newest.id from ${revisions} newest
            where newest.content_id = ${content.id} and newest.number = ${content.latestRevision}))`
        : and(eq(revisions.contentId, content.id), eq(revisions.number, revision)),
    )
    .leftJoin(codeChecks, eq(codeChecks.revisionId, revisions.id))
    .where(eq(content.id, contentId));
  return row ?? null;
}

/**
 * Claims a revision, waiting or public, that these engines have not run; null if there is none. A single statement that
 * skips rows which another instance is claiming.
 */
export async function claimChecks(db: Queries, engines: string, now: Date, until: Date) {
  const next = sql`(
    select due.revision_id from ${codeChecks} due
    join ${revisions} on ${revisions.id} = due.revision_id
    join ${content} on ${content.id} = ${revisions.contentId}
    where due.engines is distinct from ${engines} and due.claimed_until <= ${now}
      and (${content.pendingRevisionId} = ${revisions.id} or ${content.publishedRevisionId} = ${revisions.id})
    order by due.engines is not null, due.revision_id limit 1 for update of due skip locked)`;
  const [claimed] = await db
    .update(codeChecks)
    .set({ claimedUntil: until })
    .where(sql`${codeChecks.revisionId} = ${next}`)
    .returning({ revisionId: codeChecks.revisionId });
  if (!claimed) return null;
  const [revision] = await db
    .select({
      id: revisions.id,
      contentId: revisions.contentId,
      authorId: content.authorId,
      body: revisions.body,
    })
    .from(revisions)
    .innerJoin(content, eq(content.id, revisions.contentId))
    .where(eq(revisions.id, claimed.revisionId));
  return revision ?? null;
}

interface Ran {
  readonly engines: string;
  readonly ranAt: Date;
  readonly results: BlockCheck[];
  readonly failed: number[];
}

/** Keeps the results. @returns the blocks that a reviewer accepted although they failed; null if it is not public */
export async function keepChecks(
  tx: Transaction,
  { id, contentId }: { id: number; contentId: number },
  ran: Ran,
): Promise<number[] | null> {
  // Decisions lock the item first, too.
  const [item] = await tx
    .select({ published: content.publishedRevisionId })
    .from(content)
    .where(eq(content.id, contentId))
    .for("update");
  const [kept] = await tx
    .update(codeChecks)
    .set({ ...ran, claimedUntil: ran.ranAt })
    .where(eq(codeChecks.revisionId, id))
    .returning({ accepted: codeChecks.accepted });
  return item?.published === id && kept ? kept.accepted : null;
}

const codeReason = (contentId: number) =>
  and(eq(standingReasons.contentId, contentId), eq(standingReasons.kind, "code"));

/** Why the item is outdated; null: its code is no reason any more. The instant of the first failure stays. */
export async function writeReason(
  tx: Transaction,
  contentId: number,
  reason: { text: string; since: Date } | null,
): Promise<void> {
  if (!reason) {
    await tx.delete(standingReasons).where(codeReason(contentId));
    return;
  }
  await tx
    .insert(standingReasons)
    .values({ contentId, kind: "code", ...reason })
    .onConflictDoUpdate({
      target: [standingReasons.contentId, standingReasons.kind, standingReasons.subject],
      set: { text: reason.text },
    });
}

const acceptFailuresStatement = named((db) =>
  db
    .update(codeChecks)
    .set({ accepted: sql`${codeChecks.failed}` })
    .from(revisions)
    .where(
      and(
        eq(revisions.id, codeChecks.revisionId),
        eq(revisions.contentId, sql.placeholder("contentId")),
        eq(revisions.number, sql.placeholder("number")),
      ),
    )
    .returning({ failed: codeChecks.failed })
    .prepare("accept_failures"),
);

/**
 * What fails now is no news later.
 * @returns the blocks of the revision that failed; empty while they have not run
 */
export async function acceptFailures(tx: Transaction, contentId: number, number: number): Promise<number[]> {
  const [row] = await acceptFailuresStatement(tx).execute({ contentId, number });
  return row?.failed ?? [];
}
