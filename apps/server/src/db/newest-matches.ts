import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Position } from "../lib/cursor.ts";
import { literal } from "./fragments.ts";
import type { Queries } from "./queries.ts";
import { content } from "./schema.ts";

interface Wanted {
  /** The condition on the words; slow to check for every item. */
  readonly matching: SQL | undefined;
  /** All other conditions. */
  readonly where?: SQL | undefined;
  readonly limit: number;
}

interface Near {
  /** How many of the newest items are scanned. */
  readonly stretch: number;
}

const order = sql`order by ${content.publishedAt} desc, ${content.id} desc`;

/**
 * The newest published items whose words match, newest first. The planner takes words without statistics for frequent
 * ones, and would scan all items for a word that occurs nowhere. So a stretch of the newest items is scanned first, and
 * the index of words is used only if too few of them match; it then has few rows to return.
 */
export async function newestMatches(db: Queries, wanted: Wanted & Near): Promise<Position[]> {
  const near = await newestMatchesNear(db, wanted);
  return near.length === wanted.limit ? near : newestMatchesByIndex(db, wanted);
}

/** The same among so many of the newest items alone. */
export function newestMatchesNear(
  db: Queries,
  { matching, where, limit, stretch }: Wanted & Near,
): Promise<Position[]> {
  const published = and(isNotNull(content.publishedRevisionId), where);
  const newest = sql`select * from ${content} where ${published} ${order} limit ${literal(stretch)}`;
  return positions(db, sql`(${newest}) as content where ${matching} ${order} limit ${literal(limit)}`);
}

/** The same by the index of words, or of ids, which reads all matches. */
export function newestMatchesByIndex(db: Queries, { matching, where, limit }: Wanted): Promise<Position[]> {
  const published = and(isNotNull(content.publishedRevisionId), where);
  // The offset keeps PostgreSQL from scanning the items in their order here too.
  const all = sql`select * from ${content} where ${and(published, matching)} offset 0`;
  return positions(db, sql`(${all}) as content ${order} limit ${literal(limit)}`);
}

async function positions(db: Queries, source: SQL): Promise<Position[]> {
  const found = sql`select ${content.id} as id, ${content.publishedAt} as at from ${source}`;
  const { rows } = await db.execute<{ id: string; at: string | Date }>(found);
  return rows.map(({ id, at }) => ({ id: Number(id), at: new Date(at) }));
}
