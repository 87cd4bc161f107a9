import { setTimeout as sleep } from "node:timers/promises";
import { limits } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { endedSessionIds } from "./sessions.repository.ts";

const accessTokenLife = limits.accessTokenSeconds * 1000;
const retryDelay = 1_000;
const mostTries = 60;

/**
 * The sessions that ended so recently that their access tokens may still look alive. The database tells every
 * process of each; what was missed while the database was away is read anew.
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

  async function readAnew(): Promise<void> {
    const since = new Date(clock().getTime() - accessTokenLife);
    for (const id of await endedSessionIds(db.query, since)) add(id);
  }

  /** Nobody may be let in for what this process has not heard, so one failure is not the end of it. */
  async function catchUp(): Promise<void> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const isDone = await readAnew().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await sleep(retryDelay, undefined, { ref: false });
    }
  }

  await db.listen("sessions_ended", add, () => void catchUp());
  await readAnew();

  return {
    add,
    has: (sessionId: string): boolean => heardAt.has(sessionId),
    onAdded(listener: (sessionId: string) => void): void {
      listeners.push(listener);
    },
  };
}
