import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../../../apps/server/src/db/database.ts";
import { testServer } from "./database.ts";

/**
 * Resolves when a transaction of this database waits for what another one holds. The embedded engine runs one at a
 * time: there the other has not begun, and nothing is waited for. It asks beside the transactions, for PostgreSQL shows
 * one transaction the same activity from its first look to its end.
 */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  if (testServer() === "") return;
  const waiting = async () => {
    const { rows } = await db.query.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0);
}
