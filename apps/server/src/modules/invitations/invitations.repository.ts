import type { InvitedRole } from "@cairn/contract";
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literalLimit } from "../../db/fragments.ts";
import { invitations, users } from "../../db/schema.ts";

export type InvitationRow = typeof invitations.$inferSelect;
type NewRow = Omit<InvitationRow, "id" | "used">;

/** Invitations before `before`, the newest first. */
export async function findInvitations(
  db: Queries,
  before: number | null,
  limit: number,
): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(before === null ? undefined : lt(invitations.id, before))
    .orderBy(desc(invitations.id))
    .limit(literalLimit(limit));
}

/** Those that were added: an email has one invitation. */
export async function insertInvitations(tx: Transaction, rows: readonly NewRow[]): Promise<InvitationRow[]> {
  if (rows.length === 0) return [];
  return tx
    .insert(invitations)
    .values([...rows])
    .onConflictDoNothing({ target: invitations.email })
    .returning();
}

/** null if there is none. */
export async function removeInvitation(
  tx: Transaction,
  id: number,
): Promise<Pick<InvitationRow, "email"> | null> {
  const [row] = await tx
    .delete(invitations)
    .where(eq(invitations.id, id))
    .returning({ email: invitations.email });
  return row ?? null;
}

/**
 * Counts one use and answers the role that it gives; null if the invitation has ended, was used often enough, or is for
 * another email. A single statement, so that concurrent uses cannot go over the limit.
 */
export async function countUse(
  tx: Transaction,
  { id, email, at }: { id: number; email: string; at: Date },
): Promise<InvitedRole | null> {
  const [row] = await tx
    .update(invitations)
    .set({ used: sql`${invitations.used} + 1` })
    .where(
      and(
        eq(invitations.id, id),
        lt(invitations.used, invitations.uses),
        gt(invitations.endsAt, at),
        or(isNull(invitations.email), eq(invitations.email, email)),
      ),
    )
    .returning({ role: invitations.role });
  return row?.role ?? null;
}

/** Which of these emails have an account. */
export async function knownEmails(db: Queries, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, [...emails]));
  return new Set(rows.map(({ email }) => email));
}

export async function deleteEndedBefore(db: Queries, time: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.endsAt, time));
}
