import { and, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Place } from "../lib/cursor.ts";
import type { Queries } from "./queries.ts";
import { content } from "./schema.ts";

interface Wanted {
  /** What the words must say; slow to ask of every item. */
  readonly matching: SQL | undefined;
  /** What else must hold. */
  readonly where?: SQL | undefined;
  readonly limit: number;
  readonly offset?: number;
}

/** So many items are looked through for each one that is wanted, and these at least. */
const [perMatch, leastStretch] = [4, 1_000];
const order = sql`order by ${content.publishedAt} desc, ${content.id} desc`;

/**
 * The newest published items whose words match. Whether many do, nobody can say beforehand: the planner takes words it
 * has no figures about for frequent ones, and would look through all items for what stands nowhere. So a stretch of the
 * newest is looked through, and only where too few of them match is the index of words asked, which then has little to
 * tell.
 */
export async function newestMatches(
  db: Queries,
  { matching, where, limit, offset = 0 }: Wanted,
): Promise<Place[]> {
  const wanted = offset + limit;
  const published = and(isNotNull(content.publishedRevisionId), where);
  const stretch = literal(Math.max(leastStretch, perMatch * wanted));
  const newest = sql`select * from ${content} where ${published} ${order} limit ${stretch}`;
  const near = await places(
    db,
    sql`(${newest}) as content where ${matching} ${order} limit ${literal(wanted)}`,
  );
  if (near.length === wanted) return near.slice(offset);
  // The offset keeps PostgreSQL from walking the items in their order here too.
  const all = sql`select * from ${content} where ${and(published, matching)} offset 0`;
  return (await places(db, sql`(${all}) as content ${order} limit ${literal(wanted)}`)).slice(offset);
}

/** As a parameter it would make the planner guess that a tenth of the table is wanted. */
const literal = (count: number): SQL => sql.raw(String(count));

async function places(db: Queries, source: SQL): Promise<Place[]> {
  const found = sql`select ${content.id} as id, ${content.publishedAt} as at from ${source}`;
  const { rows } = await db.execute<{ id: string; at: string | Date }>(found);
  return rows.map(({ id, at }) => ({ id: Number(id), at: new Date(at) }));
}
