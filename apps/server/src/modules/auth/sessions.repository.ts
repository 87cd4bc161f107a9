import { and, desc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { sessions, users } from "../../db/schema.ts";

export interface LivingSession {
  readonly id: string;
  readonly userId: number;
}

interface NewSession {
  readonly id: string;
  readonly userId: number;
  readonly refreshTokenHash: Buffer;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  /** The one that was checked; undefined where it was none. */
  readonly passwordHash: string | undefined;
}

/**
 * false when the account was deactivated, or its password replaced, since that was looked at. It waits for whoever is
 * about to do so and would not see this session among those to end.
 */
export async function insertSession(db: Queries, session: NewSession): Promise<boolean> {
  const { id, userId, refreshTokenHash, userAgent, createdAt, passwordHash } = session;
  const isSame = passwordHash === undefined ? sql`true` : eq(users.passwordHash, passwordHash);
  const { rows } = await db.execute(sql`
    insert into sessions (id, user_id, refresh_token_hash, user_agent, created_at, last_used_at)
    select ${id}::uuid, ${users.id}, ${refreshTokenHash}::bytea, ${userAgent}::text,
      ${createdAt}::timestamptz, ${createdAt}::timestamptz
    from ${users} where ${users.id} = ${userId} and ${users.active} and ${isSame}
    for share
    returning id`);
  return rows.length > 0;
}

/** Whether this very session has not been ended; nobody ends it before the transaction does. */
export async function holdSession(tx: Transaction, { id, userId }: LivingSession): Promise<boolean> {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .for("share");
  return rows.length > 0;
}

interface Bounds {
  readonly now: Date;
  /** Sessions last used before this are dead, and so are those begun before the next. */
  readonly idleSince: Date;
  readonly begunSince: Date;
}

const isLiving = ({ idleSince, begunSince }: Bounds) =>
  and(isNull(sessions.endedAt), gt(sessions.lastUsedAt, idleSince), gt(sessions.createdAt, begunSince));

/** Marks a living session of an active account as used; null when there is none. One statement, so no race. */
export async function touchSession(
  db: Queries,
  refreshTokenHash: Buffer,
  bounds: Bounds,
): Promise<(LivingSession & { readonly createdAt: Date }) | null> {
  const [row] = await db
    .update(sessions)
    .set({ lastUsedAt: bounds.now })
    .from(users)
    .where(
      and(
        eq(sessions.refreshTokenHash, refreshTokenHash),
        isLiving(bounds),
        eq(users.id, sessions.userId),
        eq(users.active, true),
      ),
    )
    .returning({ id: sessions.id, userId: sessions.userId, createdAt: sessions.createdAt });
  return row ?? null;
}

export interface SessionRow {
  readonly id: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** A member's living sessions, the last used first. */
export const livingSessions = (
  db: Queries,
  userId: number,
  bounds: Bounds,
  limit: number,
): Promise<SessionRow[]> =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiving(bounds)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(limit);

/** When a session that nobody has ended began and was last used; null where there is none. */
export async function sessionTimes(
  db: Queries,
  id: string,
): Promise<Pick<SessionRow, "createdAt" | "lastUsedAt"> | null> {
  const [row] = await db
    .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
  return row ?? null;
}

/** Ends a living session of this member; false when there is none. */
export async function endSessionOf(
  db: Queries,
  { id, userId }: LivingSession,
  bounds: Bounds,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ endedAt: bounds.now })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isLiving(bounds)))
    .returning({ id: sessions.id });
  return rows.length > 0;
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
