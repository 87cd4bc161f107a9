import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Position } from "../lib/cursor.ts";
import type { Queries } from "./queries.ts";
import { content } from "./schema.ts";

interface Wanted {
  /** The condition on the words; slow to check for every item. */
  readonly matching: SQL | undefined;
  /** All other conditions. */
  readonly where?: SQL | undefined;
  readonly limit: number;
  readonly offset?: number;
  /** How many of the newest items are scanned first; by default four for each one that is wanted. */
  readonly stretch?: number;
}

/** This many items are scanned for each one that is wanted, and at least the minimum. */
const [perMatch, leastStretch] = [4, 1_000];
const order = sql`order by ${content.publishedAt} desc, ${content.id} desc`;

/**
 * The newest published items whose words match. How many match is not known beforehand: the planner takes words without
 * statistics for frequent ones, and would scan all items for a word that occurs nowhere. So a stretch of the newest
 * items is scanned first, and the index of words is used only if too few of them match; it then has few rows to
 * return.
 */
export async function newestMatches(
  db: Queries,
  { matching, where, limit, offset = 0, stretch }: Wanted,
): Promise<Position[]> {
  const wanted = offset + limit;
  const published = and(isNotNull(content.publishedRevisionId), where);
  const scanned = literal(stretch ?? Math.max(leastStretch, perMatch * wanted));
  const newest = sql`select * from ${content} where ${published} ${order} limit ${scanned}`;
  const near = await positions(
    db,
    sql`(${newest}) as content where ${matching} ${order} limit ${literal(wanted)}`,
  );
  if (near.length === wanted) return near.slice(offset);
  // The offset keeps PostgreSQL from scanning the items in their order here too.
  const all = sql`select * from ${content} where ${and(published, matching)} offset 0`;
  return (await positions(db, sql`(${all}) as content ${order} limit ${literal(wanted)}`)).slice(offset);
}

/** As a parameter it would make the planner assume that a tenth of the table is wanted. */
const literal = (count: number): SQL => sql.raw(String(count));

async function positions(db: Queries, source: SQL): Promise<Position[]> {
  const found = sql`select ${content.id} as id, ${content.publishedAt} as at from ${source}`;
  const { rows } = await db.execute<{ id: string; at: string | Date }>(found);
  return rows.map(({ id, at }) => ({ id: Number(id), at: new Date(at) }));
}
