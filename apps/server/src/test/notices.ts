import { sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";

/**
 * What waits until every notice of what was committed before has been heard. A server sends them on another connection
 * than answers: they come a moment later. The embedded engine sends them with the answer.
 */
export async function noticesOf(db: Database): Promise<() => Promise<void>> {
  if (db.engine === "embedded") return async () => {};
  const waiting = new Map<string, () => void>();
  let last = 0;
  await db.listen("test_notices", (number) => {
    waiting.get(number)?.();
    waiting.delete(number);
  });
  return () =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(String(last), resolve);
      db.query.execute(sql`select pg_notify('test_notices', ${String(last)}::text)`).catch(reject);
    });
}
