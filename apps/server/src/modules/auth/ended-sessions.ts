import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { endedSessionIds } from "./sessions.repository.ts";

const accessTokenLife = limits.accessTokenSeconds * 1000;
/** In milliseconds. */
const retryAfter = 1_000;
const triesPerLine = 60;

/**
 * Sessions that ended so recently that their access tokens may still look valid. The database publishes each one to
 * every process; after a lost connection the missed ones are read again.
 */
export async function createEndedSessions(
  db: Database,
  clock: Clock,
  log: { warn(facts: object, message: string): void },
  { retryAfter: delay } = { retryAfter },
) {
  const heardAt = new Map<string, number>();
  const listeners: ((sessionId: string) => void)[] = [];

  function add(sessionId: string): void {
    if (heardAt.has(sessionId)) return;
    const now = clock().getTime();
    heardAt.set(sessionId, now);
    for (const [id, time] of heardAt) {
      if (time > now - accessTokenLife) break;
      heardAt.delete(id);
    }
    for (const listener of listeners) listener(sessionId);
  }

  async function readAgain(): Promise<void> {
    const since = new Date(clock().getTime() - accessTokenLife);
    for (const id of await endedSessionIds(db.query, since)) add(id);
  }

  /**
   * Retries, because a process that missed an ended session would keep accepting its tokens; until the last of these
   * has expired by itself.
   */
  async function catchUp(): Promise<void> {
    const missedUntil = clock().getTime();
    for (let tries = 1; clock().getTime() < missedUntil + accessTokenLife; tries += 1) {
      try {
        return await readAgain();
      } catch (error) {
        if (tries % triesPerLine === 1) {
          const message =
            "could not read which sessions ended meanwhile; until it can, this process accepts their access tokens";
          log.warn({ err: error, tries }, message);
        }
      }
      await sleep(delay, undefined, { ref: false });
    }
  }

  await db.listen("sessions_ended", add, () => void catchUp());
  await readAgain();

  return {
    add,
    has: (sessionId: string): boolean => heardAt.has(sessionId),
    onAdded(listener: (sessionId: string) => void): void {
      listeners.push(listener);
    },
  };
}
