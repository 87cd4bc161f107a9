import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { sessions, users } from "../../db/schema.ts";

export interface LivingSession {
  readonly id: string;
  readonly userId: number;
}

export const insertSession = async (
  db: Queries,
  session: { id: string; userId: number; refreshTokenHash: Buffer; createdAt: Date },
): Promise<void> => {
  await db.insert(sessions).values({ ...session, lastUsedAt: session.createdAt });
};

interface Bounds {
  readonly now: Date;
  /** Sessions last used before this are dead, and so are those begun before the next. */
  readonly idleSince: Date;
  readonly begunSince: Date;
}

/** Marks a living session of an active account as used; null when there is none. One statement, so no race. */
export async function touchSession(
  db: Queries,
  refreshTokenHash: Buffer,
  bounds: Bounds,
): Promise<LivingSession | null> {
  const [row] = await db
    .update(sessions)
    .set({ lastUsedAt: bounds.now })
    .from(users)
    .where(
      and(
        eq(sessions.refreshTokenHash, refreshTokenHash),
        isNull(sessions.endedAt),
        gt(sessions.lastUsedAt, bounds.idleSince),
        gt(sessions.createdAt, bounds.begunSince),
        eq(users.id, sessions.userId),
        eq(users.active, true),
      ),
    )
    .returning({ id: sessions.id, userId: sessions.userId });
  return row ?? null;
}

/** Ends a living session by its refresh token; null when it was not living. */
export async function endSession(
  db: Queries,
  refreshTokenHash: Buffer,
  now: Date,
): Promise<LivingSession | null> {
  const [row] = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.refreshTokenHash, refreshTokenHash), isNull(sessions.endedAt)))
    .returning({ id: sessions.id, userId: sessions.userId });
  return row ?? null;
}

/** Ends all living sessions of a user but one; answers their ids. */
export async function endSessionsExcept(
  tx: Transaction,
  { userId, id }: LivingSession,
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, id), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

/** Ends all living sessions of a user; answers their ids. */
export async function endSessionsOf(tx: Transaction, userId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

/** Ids of the sessions that ended after `since`: their access tokens may still look alive. */
export async function endedSessionIds(db: Queries, since: Date): Promise<string[]> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(gt(sessions.endedAt, since));
  return rows.map((row) => row.id);
}

/** Deletes sessions that nothing can use any more. */
export async function deleteDeadSessions(db: Queries, before: Date): Promise<void> {
  await db.delete(sessions).where(sql`coalesce(${sessions.endedAt}, ${sessions.createdAt}) < ${before}`);
}
