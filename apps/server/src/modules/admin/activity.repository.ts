import { desc, eq, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { decisionReason } from "../../db/fragments.ts";
import { adminActions, ledger, revisions, users } from "../../db/schema.ts";

/** A position in the activity: by time; in the same millisecond actions come before ledger rows; then by id. */
export interface ActivityPosition {
  readonly at: Date;
  readonly source: "action" | "ledger";
  readonly id: number;
}

/** Greater than any id, so that all rows of that moment still follow. */
const all = Number.MAX_SAFE_INTEGER;

/** Ledger rows after a position, newest first. */
export async function ledgerActivity(db: Queries, after: ActivityPosition | null, limit: number) {
  return db
    .select({
      id: ledger.seq,
      at: ledger.decidedAt,
      decision: ledger.decision,
      subjectId: ledger.contentId,
      subject: revisions.title,
      adminId: ledger.reviewerId,
      adminName: users.name,
      reason: decisionReason,
    })
    .from(ledger)
    .innerJoin(revisions, eq(revisions.id, ledger.revisionId))
    .innerJoin(users, eq(users.id, ledger.reviewerId))
    .where(
      after
        ? sql`(${ledger.decidedAt}, ${ledger.seq}) < (${after.at}, ${after.source === "ledger" ? after.id : all})`
        : undefined,
    )
    .orderBy(desc(ledger.decidedAt), desc(ledger.seq))
    .limit(limit);
}
export type LedgerActivityRow = Awaited<ReturnType<typeof ledgerActivity>>[number];

/** Admin actions that are not in the ledger, after a position, newest first. */
export async function actionActivity(db: Queries, after: ActivityPosition | null, limit: number) {
  return db
    .select({
      id: adminActions.id,
      at: adminActions.doneAt,
      kind: adminActions.kind,
      subjectId: adminActions.subjectId,
      subject: adminActions.subject,
      changes: adminActions.changes,
      adminId: adminActions.adminId,
      adminName: users.name,
    })
    .from(adminActions)
    .innerJoin(users, eq(users.id, adminActions.adminId))
    .where(
      after
        ? sql`(${adminActions.doneAt}, ${adminActions.id}) < (${after.at}, ${after.source === "action" ? after.id : 0})`
        : undefined,
    )
    .orderBy(desc(adminActions.doneAt), desc(adminActions.id))
    .limit(limit);
}
export type ActionActivityRow = Awaited<ReturnType<typeof actionActivity>>[number];
