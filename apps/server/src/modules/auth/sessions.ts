import { limits } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import {
  deleteDeadSessions,
  endedSessionIds,
  endSession,
  endSessionsExcept,
  endSessionsOf,
  insertSession,
  touchSession,
} from "./sessions.repository.ts";
import { type AccessTokens, type Bearer, hashRefreshToken, newRefreshToken, newSessionId } from "./tokens.ts";

export type { Bearer } from "./tokens.ts";

const accessTokenLife = limits.accessTokenSeconds * 1000;
const days = (count: number) => count * 24 * 60 * 60 * 1000;
const ago = (now: Date, span: number) => new Date(now.getTime() - span);

interface Dependencies {
  db: Database;
  accessTokens: AccessTokens;
  clock: Clock;
}

/**
 * Sessions (D19): a short-lived access token, and a refresh token that is known only by its hash, does not
 * rotate and can be ended. An ended session's access tokens are refused at once, without asking the
 * database: the ids of recently ended sessions are kept in memory until their tokens have expired.
 */
export async function createSessions({ db, accessTokens, clock }: Dependencies) {
  const endedIds = new Map<string, number>();
  const now = clock();
  for (const id of await endedSessionIds(db.query, ago(now, accessTokenLife)))
    endedIds.set(id, now.getTime());

  function remember(sessionId: string, at: Date): void {
    endedIds.set(sessionId, at.getTime());
    for (const [id, time] of endedIds) {
      if (time > at.getTime() - accessTokenLife) break;
      endedIds.delete(id);
    }
  }

  return {
    async start(userId: number): Promise<{ access_token: string; refresh_token: string }> {
      const at = clock();
      const id = newSessionId();
      const refreshToken = newRefreshToken();
      await insertSession(db.query, {
        id,
        userId,
        refreshTokenHash: hashRefreshToken(refreshToken),
        createdAt: at,
      });
      return {
        access_token: await accessTokens.sign({ userId, sessionId: id }, at),
        refresh_token: refreshToken,
      };
    },

    /** Whose access token this is; null when it, or its session, is dead. No database trip. */
    async bearerOf(accessToken: string): Promise<Bearer | null> {
      const bearer = await accessTokens.read(accessToken, clock());
      return bearer && !endedIds.has(bearer.sessionId) ? bearer : null;
    },

    /** A new access token. @throws AppError session_ended. */
    async refresh(refreshToken: string): Promise<string> {
      const at = clock();
      const session = await touchSession(db.query, hashRefreshToken(refreshToken), {
        now: at,
        idleSince: ago(at, days(limits.refreshIdleDays)),
        begunSince: ago(at, days(limits.refreshAbsoluteDays)),
      });
      if (!session) throw new AppError("session_ended");
      return accessTokens.sign({ userId: session.userId, sessionId: session.id }, at);
    },

    /** @throws AppError session_ended when there was nothing left to end. */
    async end(refreshToken: string): Promise<void> {
      const at = clock();
      const session = await endSession(db.query, hashRefreshToken(refreshToken), at);
      if (!session) throw new AppError("session_ended");
      remember(session.id, at);
    },

    /**
     * Ends all sessions of a member but the one that asks, as part of the caller's transaction. To be called
     * once that has committed: the returned function, which lets their access tokens die.
     */
    async endOthers(tx: Transaction, { userId, sessionId }: Bearer): Promise<() => void> {
      const at = clock();
      const ended = await endSessionsExcept(tx, { userId, id: sessionId }, at);
      return () => {
        for (const id of ended) remember(id, at);
      };
    },

    /** The same for all sessions of a member (D21). */
    async endAllOf(tx: Transaction, userId: number): Promise<() => void> {
      const at = clock();
      const ended = await endSessionsOf(tx, userId, at);
      return () => {
        for (const id of ended) remember(id, at);
      };
    },

    /** Forgets sessions that have been dead for longer than any could live. */
    sweep: () => deleteDeadSessions(db.query, ago(clock(), days(limits.refreshAbsoluteDays))),
  };
}
export type Sessions = Awaited<ReturnType<typeof createSessions>>;
