import { foldHashes, leafHash } from "@cairn/node";
import { tileWidth } from "@cairn/tlog";
import { asc, gt } from "drizzle-orm";
import type { Transaction } from "../../../apps/server/src/db/database.ts";
import { ledgerLeaves, logTiles } from "../../../apps/server/src/db/schema.ts";

/** Makes all tiles of the log from its leaves, for tests that write leaves without the service. */
export async function makeLogTiles(tx: Transaction): Promise<void> {
  await tx.delete(logTiles);
  /** The hashes of each level that are in no full tile yet. */
  const open: { index: number; hashes: Uint8Array[] }[] = [];

  async function add(level: number, hash: Uint8Array): Promise<void> {
    open[level] ??= { index: 0, hashes: [] };
    const tile = open[level];
    tile.hashes.push(hash);
    if (tile.hashes.length < tileWidth) return;
    await store(level, tile);
    open[level] = { index: tile.index + 1, hashes: [] };
    await add(level + 1, foldHashes(tile.hashes));
  }
  const store = (level: number, { index, hashes }: (typeof open)[number]) =>
    tx.insert(logTiles).values({ level, index, hashes: Buffer.concat(hashes) });

  for (let after = 0; ; ) {
    const { seq, leaf } = ledgerLeaves;
    const rows = await tx
      .select({ seq, leaf })
      .from(ledgerLeaves)
      .where(gt(seq, after))
      .orderBy(asc(seq))
      .limit(10_000);
    for (const row of rows) await add(0, leafHash(Buffer.from(row.leaf)));
    const last = rows.at(-1);
    if (!last) break;
    after = last.seq;
  }
  for (const [level, tile] of open.entries()) if (tile.hashes.length > 0) await store(level, tile);
}
