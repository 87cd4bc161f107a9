import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Transaction } from "../db/database.ts";
import { testServer } from "./database.ts";

/**
 * Resolves when another transaction waits for what this one holds. The embedded engine runs one at a time: there the
 * other has not begun, and nothing is waited for.
 */
export async function untilSomebodyWaits(tx: Transaction): Promise<void> {
  if (testServer() === "") return;
  const waiting = async () => {
    const { rows } = await tx.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.count;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}
