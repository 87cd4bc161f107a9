import { limits, type Session } from "@cairn/contract";
import { LRUCache } from "lru-cache";
import type { Bearer, SignedIn } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createEndedSessions } from "./ended-sessions.ts";
import { deletePlacesOf } from "./known-places.repository.ts";
import { deleteTokensOf } from "./program-tokens.repository.ts";
import {
  deleteDeadSessions,
  endSession,
  endSessionOf,
  endSessionsExcept,
  endSessionsOf,
  holdSession,
  insertSession,
  livingSessions,
  maxOfAccount,
  sessionTimes,
  touchSession,
} from "./sessions.repository.ts";
import { type AccessTokens, hashRefreshToken, newRefreshToken, newSessionId } from "./tokens.ts";

const days = (count: number) => count * 24 * 60 * 60 * 1000;
const idleLife = days(limits.refreshIdleDays);
const absoluteLife = days(limits.refreshAbsoluteDays);
const ago = (now: Date, span: number) => new Date(now.getTime() - span);
const after = (moment: Date, span: number) => new Date(moment.getTime() + span);
const bounds = (now: Date) => ({ now, idleSince: ago(now, idleLife), begunSince: ago(now, absoluteLife) });

const userAgentLength = 200;
/** In milliseconds. A session that ends is known here for as long (`ended-sessions.ts`), so what was read before stays true. */
const openFor = limits.accessTokenSeconds * 1000;
/** Recently valid refresh tokens to remember: 2 MB. */
const maxRemembered = 20_000;

interface Dependencies {
  db: Database;
  accessTokens: AccessTokens;
  clock: Clock;
  log: { warn(facts: object, message: string): void };
}

interface NewSession {
  userId: number;
  /** The browser's own name; shown to the member and never trusted. */
  userAgent?: string | null;
  /** The one that was checked; undefined after a sign-in without a password. */
  passwordHash?: string;
  /** Hashes of where it starts. */
  places?: readonly Buffer[];
  /** Id of the provider that says who it is. */
  provider?: string;
}

/**
 * Sessions (docs/rules.md#tokens): a short-lived access token and a refresh token. The refresh token is stored only as a
 * hash, does not rotate and can be revoked. An ended session's access tokens are refused at once, without a database
 * query.
 */
export async function createSessions({ db, accessTokens, clock, log }: Dependencies) {
  const ended = await createEndedSessions(db, clock, log);
  /** Hashes of refresh tokens that began or renewed a session here. One that has ended may still be among them. */
  const good = new LRUCache<string, true>({ max: maxRemembered });
  /** Sessions that were read, and until when they are taken for open without another look. */
  const open = new LRUCache<string, Date>({ max: maxRemembered });
  const keyOf = (refreshTokenHash: Buffer) => refreshTokenHash.toString("base64");
  const unlessEnded = (bearer: SignedIn | null) => (bearer && !ended.has(bearer.sessionId) ? bearer : null);

  const whenRenewed: ((sessionId: string) => Promise<void>)[] = [];

  /** When this session ends if it is not used again; null if it has ended. */
  async function livesUntil(sessionId: string): Promise<Date | null> {
    const times = await sessionTimes(db.query, sessionId);
    if (!times) return null;
    const ends = [after(times.lastUsedAt, idleLife), after(times.createdAt, absoluteLife)];
    return new Date(Math.min(...ends.map(Number)));
  }

  return {
    /** @throws AppError session_ended if the password has changed since it was checked, or the account is not active. */
    async start({
      userId,
      userAgent = null,
      passwordHash,
      places = [],
      provider,
    }: NewSession): Promise<{ access_token: string; refresh_token: string }> {
      const at = clock();
      const id = newSessionId();
      const refreshToken = newRefreshToken();
      const refreshTokenHash = hashRefreshToken(refreshToken);
      const isStarted = await insertSession(db.query, {
        id,
        userId,
        refreshTokenHash,
        userAgent: userAgent?.slice(0, userAgentLength).trim() || null,
        createdAt: at,
        passwordHash,
        places,
        provider,
      });
      ensure(isStarted, "session_ended");
      good.set(keyOf(refreshTokenHash), true);
      return {
        access_token: await accessTokens.sign({ userId, sessionId: id }, at, after(at, absoluteLife)),
        refresh_token: refreshToken,
      };
    },

    /**
     * The user and session of this access token; null if the token or its session is no longer valid. No database
     * query.
     */
    bearerOf: async (accessToken: string): Promise<SignedIn | null> =>
      unlessEnded(await accessTokens.read(accessToken, clock())),

    /** Whether this refresh token was good when it was last used in this process. No database query. */
    wasGood: (refreshToken: string): boolean => good.has(keyOf(hashRefreshToken(refreshToken))),

    /** A new access token. @throws AppError session_ended. */
    async refresh(refreshToken: string): Promise<string> {
      const at = clock();
      const hash = hashRefreshToken(refreshToken);
      const session = await touchSession(db.query, hash, bounds(at));
      if (!session) {
        good.delete(keyOf(hash));
        throw new AppError("session_ended");
      }
      good.set(keyOf(hash), true);
      const bearer = { userId: session.userId, sessionId: session.id };
      for (const listener of whenRenewed) await listener(session.id);
      return accessTokens.sign(bearer, at, after(session.createdAt, absoluteLife));
    },

    /** A member's open sessions. The calling session counts as used now. */
    async list({ userId, sessionId }: Bearer): Promise<Session[]> {
      const at = clock();
      const rows = await livingSessions(db.query, userId, bounds(at), maxOfAccount);
      return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
        id,
        current: id === sessionId,
        user_agent: userAgent,
        created_at: createdAt.toISOString(),
        last_used_at: (id === sessionId ? at : lastUsedAt).toISOString(),
      }));
    },

    livesUntil,

    /** Whether a session lasts. Asks the database once in a quarter of an hour. */
    async isOpen(sessionId: string): Promise<boolean> {
      if (ended.has(sessionId)) return false;
      const now = clock();
      const known = open.get(sessionId);
      if (known && known > now) return true;
      const until = await livesUntil(sessionId);
      if (!until || until <= now || ended.has(sessionId)) return false;
      open.set(sessionId, new Date(Math.min(until.getTime(), now.getTime() + openFor)));
      return true;
    },

    /** The provider that it was signed in by; null for none. @throws AppError session_ended if it had already ended. */
    async end(refreshToken: string): Promise<string | null> {
      const hash = hashRefreshToken(refreshToken);
      good.delete(keyOf(hash));
      const session = await endSession(db.query, hash, clock());
      if (!session) throw new AppError("session_ended");
      ended.add(session.id);
      return session.provider;
    },

    /** Ends one of a member's own sessions. @throws AppError session_not_found. */
    async endOwn({ userId }: Bearer, id: string): Promise<void> {
      ensure(await endSessionOf(db.query, { id, userId }, bounds(clock())), "session_not_found");
      ended.add(id);
    },

    /**
     * Ends all sessions of a member except the calling one, and all tokens for programs, in the caller's transaction.
     * Call the returned function after the commit: it invalidates the sessions' access tokens.
     */
    async endOthers(tx: Transaction, { userId, sessionId }: SignedIn): Promise<() => void> {
      // A request can take long to arrive; if this session was ended in the meantime, this request must fail too
      // (docs/rules.md#accounts-that-were-never-confirmed).
      ensure(await holdSession(tx, { id: sessionId, userId }), "session_ended");
      await deleteTokensOf(tx, userId);
      const ids = await endSessionsExcept(tx, { userId, id: sessionId }, clock());
      return () => ids.forEach(ended.add);
    },

    /** The same for all sessions of a member (docs/rules.md#deactivated-accounts). Also forgets the account's known places. */
    async endAllOf(tx: Transaction, userId: number): Promise<() => void> {
      await deletePlacesOf(tx, userId);
      await deleteTokensOf(tx, userId);
      const ids = await endSessionsOf(tx, userId, clock());
      return () => ids.forEach(ended.add);
    },

    /** Subscribes to every session that ends, also one ended by another instance or the command line. */
    onEnded: ended.onAdded,

    /** Subscribes to sessions that are renewed here. */
    onRenewed(listener: (sessionId: string) => Promise<void>): void {
      whenRenewed.push(listener);
    },

    /** Deletes sessions that began longer ago than any can last, and those whose last access token is long over. */
    sweep: () =>
      deleteDeadSessions(db.query, { begun: ago(clock(), absoluteLife), ended: ago(clock(), days(1)) }),
  };
}
export type Sessions = Awaited<ReturnType<typeof createSessions>>;
