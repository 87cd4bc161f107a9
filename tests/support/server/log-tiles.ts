import { sql } from "drizzle-orm";
import type { Transaction } from "../../../apps/server/src/db/database.ts";

/** Makes all tiles of the log from its leaves, for tests that write leaves without the triggers. */
export async function makeLogTiles(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from log_tiles`);
  await tx.execute(sql`
    insert into log_tiles (level, index, hashes)
    select 0, (seq - 1) / 256, string_agg(log_leaf_hash(leaf), '' order by seq) from ledger_leaves group by 2`);
  for (let level = 1; ; level += 1) {
    const { rows } = await tx.execute(sql`
      insert into log_tiles (level, index, hashes)
      select ${level}::int, index / 256, string_agg(log_tile_root(hashes), '' order by index)
      from log_tiles where level = ${level - 1}::int and octet_length(hashes) = 8192 group by 2
      returning level`);
    if (rows.length === 0) return;
  }
}
