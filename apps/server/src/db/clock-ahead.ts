import { sql } from "drizzle-orm";
import type { Queries } from "./queries.ts";

const [hour, day] = [60, 24 * 60];
/** Tables whose rows wait until a moment, and the most minutes that a correct clock lets them wait, plus an hour. */
const waits = [
  // An account is erased when its request says so, and never earlier.
  ["jobs", "due_at", 2 * hour, sql`kind not in ('digest', 'erase')`],
  ["jobs", "due_at", 7 * day + hour, sql`kind = 'digest'`],
  ["links", "next_ask_at", 8 * day, sql`true`],
  ["link_runner", "until", 2 * hour, sql`true`],
  ["log_cosignatures", "ask_after", 2 * hour, sql`true`],
  ["work_exports", "requested_at", hour, sql`true`],
] as const;

/**
 * Makes due whatever waits longer than a correct clock would ever let it wait: the clock was ahead when the wait began.
 * @returns the tables in which it found any, with the number of rows
 */
export async function endWaitsOfClockAhead(db: Queries, now: Date): Promise<[table: string, rows: number][]> {
  const ended: [string, number][] = [];
  for (const [table, column, minutes, where] of waits) {
    const latest = new Date(now.getTime() + minutes * 60_000);
    const { rows } = await db.execute(sql`
      update ${sql.identifier(table)} set ${sql.identifier(column)} = ${now}::timestamptz
      where ${sql.identifier(column)} > ${latest}::timestamptz and ${where} returning 1`);
    if (rows.length > 0) ended.push([table, rows.length]);
  }
  return ended;
}
