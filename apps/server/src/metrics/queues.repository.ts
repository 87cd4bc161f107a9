import { sql } from "drizzle-orm";
import type { Queries } from "../db/database.ts";

export interface Queues {
  readonly oldestItemSeconds: number;
  /** What triggers count, by its name in `kept_counts`. */
  readonly totals: Readonly<Record<string, number>>;
  readonly storedBytes: number;
}

/** Read from stored counts and the first entries of indexes: never from a whole table. */
export async function readQueues(db: Queries, now: Date): Promise<Queues> {
  const { rows } = await db.execute<{ [Name in keyof Queues]: Queues[Name] }>(sql`
    with oldest as (
      select waiting_since as since from content where pending_revision_id is not null
      order by waiting_since, id limit 1
    )
    select (select greatest(extract(epoch from ${now}::timestamptz - since), 0)::float8 from oldest) as "oldestItemSeconds",
      (select json_object_agg(name, total) from kept_counts) as totals,
      (select bytes::float8 from site_storage) as "storedBytes"`);
  const [found] = rows;
  if (!found) throw new Error("the counts cannot be read");
  return {
    ...found,
    oldestItemSeconds: found.oldestItemSeconds ?? 0,
  };
}

/** Bytes of write-ahead log that the server would have to read after a crash. */
export async function readUncheckpointedBytes(db: Queries): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`);
  return rows[0]?.bytes ?? 0;
}
