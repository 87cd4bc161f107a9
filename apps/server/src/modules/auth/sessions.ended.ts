import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { endedSessionIds } from "./sessions.repository.ts";

const accessTokenLife = limits.accessTokenSeconds * 1000;
const retryDelay = 1_000;
const mostTries = 60;

/**
 * Sessions that ended so recently that their access tokens may still look valid. The database publishes each one to
 * every process; after a lost connection the missed ones are read again.
 */
export async function createEndedSessions(db: Database, clock: Clock) {
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

  /** Retries, because a process that missed an ended session would keep accepting its tokens. */
  async function catchUp(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const isDone = await readAgain().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await sleep(retryDelay, undefined, { ref: false });
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
