import { limits, type Session } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createEndedSessions } from "./sessions.ended.ts";
import {
  deleteDeadSessions,
  endSession,
  endSessionOf,
  endSessionsExcept,
  endSessionsOf,
  holdSession,
  insertSession,
  livingSessions,
  sessionTimes,
  touchSession,
} from "./sessions.repository.ts";
import { type AccessTokens, type Bearer, hashRefreshToken, newRefreshToken, newSessionId } from "./tokens.ts";

export type { Bearer } from "./tokens.ts";

const days = (count: number) => count * 24 * 60 * 60 * 1000;
const idleLife = days(limits.refreshIdleDays);
const absoluteLife = days(limits.refreshAbsoluteDays);
const ago = (now: Date, span: number) => new Date(now.getTime() - span);
const after = (moment: Date, span: number) => new Date(moment.getTime() + span);
const bounds = (now: Date) => ({ now, idleSince: ago(now, idleLife), begunSince: ago(now, absoluteLife) });

/** Of one member, the last used first: enough to see them all, and to end them all. */
const mostListed = 100;
const userAgentLength = 200;

interface Dependencies {
  db: Database;
  accessTokens: AccessTokens;
  clock: Clock;
}

/**
 * Sessions (D19): a short-lived access token, and a refresh token that is known only by its hash, does not
 * rotate and can be ended. An ended session's access tokens are refused at once, without asking the database.
 */
export async function createSessions({ db, accessTokens, clock }: Dependencies) {
  const ended = await createEndedSessions(db, clock);

  return {
    /**
     * @param userAgent the browser as it names itself; shown to its member and trusted by nobody.
     * @param passwordHash the password that was checked: with another one by now, or when the account was deactivated
     * meanwhile, there is no session. @throws AppError session_ended.
     */
    async start(
      userId: number,
      userAgent: string | null = null,
      passwordHash?: string,
    ): Promise<{ access_token: string; refresh_token: string }> {
      const at = clock();
      const id = newSessionId();
      const refreshToken = newRefreshToken();
      const isStarted = await insertSession(db.query, {
        id,
        userId,
        refreshTokenHash: hashRefreshToken(refreshToken),
        userAgent: userAgent?.slice(0, userAgentLength).trim() || null,
        createdAt: at,
        passwordHash,
      });
      ensure(isStarted, "session_ended");
      return {
        access_token: await accessTokens.sign({ userId, sessionId: id }, at, after(at, absoluteLife)),
        refresh_token: refreshToken,
      };
    },

    /** Whose access token this is; null when it, or its session, is dead. No database trip. */
    async bearerOf(accessToken: string): Promise<Bearer | null> {
      const bearer = await accessTokens.read(accessToken, clock());
      return bearer && !ended.has(bearer.sessionId) ? bearer : null;
    },

    /** A new access token. @throws AppError session_ended. */
    async refresh(refreshToken: string): Promise<string> {
      const at = clock();
      const session = await touchSession(db.query, hashRefreshToken(refreshToken), bounds(at));
      if (!session) throw new AppError("session_ended");
      const bearer = { userId: session.userId, sessionId: session.id };
      return accessTokens.sign(bearer, at, after(session.createdAt, absoluteLife));
    },

    /** A member's living sessions. The one that asks is in use at this very moment. */
    async list({ userId, sessionId }: Bearer): Promise<Session[]> {
      const at = clock();
      const rows = await livingSessions(db.query, userId, bounds(at), mostListed);
      return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
        id,
        current: id === sessionId,
        user_agent: userAgent,
        created_at: createdAt.toISOString(),
        last_used_at: (id === sessionId ? at : lastUsedAt).toISOString(),
      }));
    },

    /** When this session ends if nobody uses it any further; null when it has ended. */
    async livesUntil(sessionId: string): Promise<Date | null> {
      const times = await sessionTimes(db.query, sessionId);
      if (!times) return null;
      const ends = [after(times.lastUsedAt, idleLife), after(times.createdAt, absoluteLife)];
      return new Date(Math.min(...ends.map(Number)));
    },

    /** @throws AppError session_ended when there was nothing left to end. */
    async end(refreshToken: string): Promise<void> {
      const session = await endSession(db.query, hashRefreshToken(refreshToken), clock());
      if (!session) throw new AppError("session_ended");
      ended.add(session.id);
    },

    /** Ends one of a member's own sessions. @throws AppError session_not_found. */
    async endOwn({ userId }: Bearer, id: string): Promise<void> {
      ensure(await endSessionOf(db.query, { id, userId }, bounds(clock())), "session_not_found");
      ended.add(id);
    },

    /**
     * Ends all sessions of a member but the one that asks, as part of the caller's transaction. To be called
     * once that has committed: the returned function, which lets their access tokens die.
     */
    async endOthers(tx: Transaction, { userId, sessionId }: Bearer): Promise<() => void> {
      // A request can take long to come in; whoever ended its session meanwhile meant this as well (D58).
      ensure(await holdSession(tx, { id: sessionId, userId }), "session_ended");
      const ids = await endSessionsExcept(tx, { userId, id: sessionId }, clock());
      return () => ids.forEach(ended.add);
    },

    /** The same for all sessions of a member (D21). */
    async endAllOf(tx: Transaction, userId: number): Promise<() => void> {
      const ids = await endSessionsOf(tx, userId, clock());
      return () => ids.forEach(ended.add);
    },

    /** Hears of each session that ends, whoever ended it: another instance, the command line. */
    onEnded: ended.onAdded,

    /** Forgets sessions that have been dead for longer than any could live. */
    sweep: () => deleteDeadSessions(db.query, ago(clock(), absoluteLife)),
  };
}
export type Sessions = Awaited<ReturnType<typeof createSessions>>;
