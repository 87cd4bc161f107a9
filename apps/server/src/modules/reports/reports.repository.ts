import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queries, Transaction } from "../../db/database.ts";
import { adminActions, comments, content, keptCounts, reports, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";

/**
 * One open report per reporter and item or comment: another one replaces the reason of the first. @returns the id of a
 * new report; null if there was one
 */
export async function putReport(
  db: Queries,
  report: {
    contentId: number;
    commentId: number | null;
    reporterId: number;
    reason: string;
    createdAt: Date;
  },
): Promise<number | null> {
  const [row] = await db
    .insert(reports)
    .values(report)
    .onConflictDoUpdate({
      target: [reports.contentId, reports.reporterId, reports.commentId],
      targetWhere: isNull(reports.closedAt),
      set: { reason: report.reason },
    })
    // A row that this statement has updated has the mark of its transaction.
    .returning({ id: reports.id, isNew: sql<boolean>`xmax = 0` });
  return row?.isNew ? row.id : null;
}

const commentAuthors = alias(users, "comment_authors");

const columns = {
  id: reports.id,
  contentId: reports.contentId,
  title: sql<string>`coalesce(${content.deskTitle}, '')`,
  status: content.status,
  reporterId: reports.reporterId,
  reporterName: users.name,
  comment: { id: comments.id, body: comments.body },
  commentAuthor: { id: commentAuthors.id, name: commentAuthors.name },
  reason: reports.reason,
  createdAt: reports.createdAt,
  closedAt: reports.closedAt,
};

const reportRows = (db: Queries) =>
  db
    .select(columns)
    .from(reports)
    .innerJoin(content, eq(content.id, reports.contentId))
    .innerJoin(users, eq(users.id, reports.reporterId))
    .leftJoin(comments, eq(comments.id, reports.commentId))
    .leftJoin(commentAuthors, eq(commentAuthors.id, comments.authorId));
export type ReportRow = Awaited<ReturnType<ReturnType<typeof reportRows>["execute"]>>[number];

/** Open reports after a position, oldest first. */
export const openReports = (db: Queries, after: Position | null, limit: number): Promise<ReportRow[]> =>
  reportRows(db)
    .where(
      and(
        isNull(reports.closedAt),
        after ? sql`(${reports.createdAt}, ${reports.id}) > (${after.at}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(limit);

export async function findReport(db: Queries, id: number): Promise<ReportRow | null> {
  const [row] = await reportRows(db).where(eq(reports.id, id)).limit(1);
  return row ?? null;
}

/** Whether this call closed it: only one of several concurrent calls does. */
export async function markClosed(tx: Transaction, id: number, adminId: number, at: Date): Promise<boolean> {
  const rows = await tx
    .update(reports)
    .set({ closedAt: at, closedBy: adminId })
    .where(and(eq(reports.id, id), isNull(reports.closedAt)))
    .returning({ id: reports.id });
  return rows.length > 0;
}

export async function noteClosing(
  tx: Transaction,
  closing: { adminId: number; subjectId: number; subject: string; doneAt: Date },
): Promise<void> {
  await tx.insert(adminActions).values({ ...closing, kind: "reportClosed" });
}

/** How many are open; the database maintains the count. */
export async function countOpen(db: Queries): Promise<number> {
  const [row] = await db
    .select({ total: keptCounts.total })
    .from(keptCounts)
    .where(eq(keptCounts.name, "open reports"));
  return row?.total ?? 0;
}
