import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "../../../apps/server/src/db/database.ts";

/**
 * What waits until every notice of what was committed before has been heard. A server sends them on another connection
 * than answers: they come a moment later. The embedded engine sends them with the answer.
 */
export async function noticesOf(db: Database): Promise<() => Promise<void>> {
  if (db.engine === "embedded") return async () => {};
  const waiting = new Map<string, () => void>();
  await db.listen("test_notices", (name) => {
    waiting.get(name)?.();
    waiting.delete(name);
  });
  // As it is now: a test may count what the app asks for.
  const { query } = db;
  const execute = query.execute.bind(query);
  const ask = () =>
    new Promise<void>((resolve) => {
      const name = randomUUID();
      waiting.set(name, resolve);
      // From a database that is away nothing comes any more.
      execute(sql`select pg_notify('test_notices', ${name}::text)`).catch(() => resolve());
    });
  let shared: Promise<void> | null = null;
  return () => {
    if (!shared) {
      shared = ask();
      // Calls that a test makes at once go on at once.
      queueMicrotask(() => {
        shared = null;
      });
    }
    return shared;
  };
}
