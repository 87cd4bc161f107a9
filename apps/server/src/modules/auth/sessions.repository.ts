import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
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
  /** The password hash that was checked; undefined if none was. */
  readonly passwordHash: string | undefined;
  /** Id of the provider that it was signed in by. */
  readonly provider?: string | undefined;
  /** Hashes of the browser and address that the account knows from now on. */
  readonly places: readonly Buffer[];
}

/** Living sessions that an account may have, so that ending them all stays short; and places that it knows. */
export const maxOfAccount = 100;

const insertSessionStatement = named((db) => {
  const { placeholder } = sql;
  const userId = sql<number>`user_id`.as("user_id");
  const started = db.$with("started", { userId }).as(sql`
    insert into sessions (id, user_id, refresh_token_hash, user_agent, created_at, last_used_at, provider)
    select ${placeholder("id")}::uuid, ${users.id}, ${placeholder("refreshTokenHash")}::bytea,
      ${placeholder("userAgent")}::text, ${placeholder("createdAt")}::timestamptz, ${placeholder("createdAt")}::timestamptz,
      ${placeholder("provider")}::text
    from ${users} where ${users.id} = ${placeholder("userId")} and ${users.active}
      and (${placeholder("passwordHash")}::text is null or ${users.passwordHash} = ${placeholder("passwordHash")}::text)
    for share
    returning user_id`);
  const known = db.$with("known", { userId }).as(sql`
    insert into known_places (user_id, place, seen_at)
    select started.user_id, places.place, ${placeholder("createdAt")}::timestamptz
    from started, unnest(${placeholder("places")}::bytea[]) as places (place)
    on conflict (user_id, place) do update set seen_at = excluded.seen_at`);
  // Neither waits for a lock: what another sign-in is about to end or forget, this one need not.
  const ended = db.$with("ended", { userId }).as(sql`
    update sessions set ended_at = ${placeholder("createdAt")}::timestamptz where id in (
      select id from sessions where id in (
        select session.id from started join sessions session on session.user_id = started.user_id
        where session.ended_at is null
        order by session.last_used_at desc, session.id desc offset ${sql.raw(String(maxOfAccount - 1))})
      for update skip locked)`);
  const forgotten = db.$with("forgotten", { userId }).as(sql`
    delete from known_places where (user_id, place) in (
      select user_id, place from known_places where (user_id, place) in (
        select known.user_id, known.place from started join known_places known on known.user_id = started.user_id
        where known.place <> all (${placeholder("places")}::bytea[])
        order by known.seen_at desc, known.place
        offset ${sql.raw(String(maxOfAccount))} - cardinality(${placeholder("places")}::bytea[]))
      for update skip locked)`);
  return db
    .with(started, known, ended, forgotten)
    .select({ userId: started.userId })
    .from(started)
    .prepare("start_session");
});

/**
 * false if the account was deactivated or its password replaced since it was read. Waits for a concurrent transaction
 * that does so, because that transaction would not see this session among those to end. Locks the account before its
 * places, as everything that ends an account's sessions does, and the places in a fixed order, so that no two of these
 * calls can deadlock. Ends the account's sessions, and forgets its places, beyond the newest.
 */
export async function insertSession(db: Queries, session: NewSession): Promise<boolean> {
  const { passwordHash = null, provider = null, places } = session;
  const rows = await insertSessionStatement(db).execute({
    ...session,
    passwordHash,
    provider,
    places: [...places].sort(Buffer.compare),
  });
  return rows.length > 0;
}

/** Whether this session is still open; no one can end it before the transaction ends. */
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

/** Marks an open session of an active account as used; null if there is none. A single statement, so no race. */
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

/** A member's open sessions, last used first. */
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

const sessionTimesStatement = named((db) =>
  db
    .select({ createdAt: sessions.createdAt, lastUsedAt: sessions.lastUsedAt })
    .from(sessions)
    .where(and(eq(sessions.id, sql.placeholder("id")), isNull(sessions.endedAt)))
    .prepare("session_times"),
);

/** When an open session began and was last used; null if there is none. */
export async function sessionTimes(
  db: Queries,
  id: string,
): Promise<Pick<SessionRow, "createdAt" | "lastUsedAt"> | null> {
  const [row] = await sessionTimesStatement(db).execute({ id });
  return row ?? null;
}

/** Ends an open session of this member; false if there is none. */
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

/** Ends an open session by its refresh token; null if there is none. */
export async function endSession(
  db: Queries,
  refreshTokenHash: Buffer,
  now: Date,
): Promise<(LivingSession & { readonly provider: string | null }) | null> {
  const [row] = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.refreshTokenHash, refreshTokenHash), isNull(sessions.endedAt)))
    .returning({ id: sessions.id, userId: sessions.userId, provider: sessions.provider });
  return row ?? null;
}

/** Ends all open sessions of a user except one; answers their ids. */
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

/** Ends all open sessions of a user; answers their ids. */
export async function endSessionsOf(tx: Transaction, userId: number, now: Date): Promise<string[]> {
  const rows = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

/** Ids of the sessions that ended after `since`: their access tokens may still look valid. */
export async function endedSessionIds(db: Queries, since: Date): Promise<string[]> {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(gt(sessions.endedAt, since));
  return rows.map((row) => row.id);
}

/** Deletes sessions that nothing can use any more. */
export async function deleteDeadSessions(
  db: Queries,
  before: { readonly begun: Date; readonly ended: Date },
): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.createdAt, before.begun), lt(sessions.endedAt, before.ended)));
}
