import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Queries } from "../../../db/database.ts";
import { aboutState, decisionReason } from "../../../db/fragments.ts";
import {
  authorWeeks,
  content,
  contentCounts,
  ledger,
  reasonAnswers,
  revisions,
  users,
} from "../../../db/schema.ts";
import { flaggedEdit } from "../content.repository.ts";

/** How many items an author has in each status. */
export async function countsOf(db: Queries, authorId: number) {
  return db
    .select({ status: contentCounts.status, total: contentCounts.total })
    .from(contentCounts)
    .where(eq(contentCounts.authorId, authorId));
}

/** All weeks in which an author created an item or received likes or comments: a few hundred in ten years. */
export async function weeksOf(db: Queries, authorId: number) {
  const { week, posts, likes, comments } = authorWeeks;
  return db
    .select({ week, posts, likes, comments })
    .from(authorWeeks)
    .where(eq(authorWeeks.authorId, authorId));
}

/** An author's flagged items and flagged edits, each with its latest flag, most recently flagged first. */
export async function flaggedOf(db: Queries, authorId: number, limit: number) {
  return db
    .select({
      id: content.id,
      type: revisions.contentType,
      title: revisions.title,
      reason: decisionReason,
      answer: reasonAnswers.answer,
      revision: ledger.revisionNumber,
      flaggedAt: ledger.decidedAt,
      flaggedBy: users.name,
      published: sql<boolean>`${content.publishedRevisionId} is not null`,
    })
    .from(content)
    .innerJoin(
      revisions,
      and(eq(revisions.contentId, content.id), eq(revisions.number, content.latestRevision)),
    )
    .innerJoin(
      ledger,
      sql`${ledger.seq} = (select max(flag.seq) from ${ledger} flag
        where flag.content_id = ${content.id} and flag.decision = 'flagged')`,
    )
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .leftJoin(reasonAnswers, eq(reasonAnswers.seq, ledger.seq))
    .where(and(eq(content.authorId, authorId), or(eq(content.status, "Flagged"), flaggedEdit)))
    .orderBy(desc(ledger.decidedAt), desc(ledger.seq))
    .limit(limit);
}

/** Why a revision was flagged and what its author answered, if that is the last decision about it. */
export async function flagReason(
  db: Queries,
  contentId: number,
  revision: number,
): Promise<{ reason: string | null; answer: string | null }> {
  const [row] = await db
    .select({ decision: ledger.decision, reason: decisionReason, answer: reasonAnswers.answer })
    .from(ledger)
    .leftJoin(reasonAnswers, eq(reasonAnswers.seq, ledger.seq))
    .where(and(eq(ledger.contentId, contentId), eq(ledger.revisionNumber, revision), aboutState))
    .orderBy(desc(ledger.seq))
    .limit(1);
  return row?.decision === "flagged" ? row : { reason: null, answer: null };
}
