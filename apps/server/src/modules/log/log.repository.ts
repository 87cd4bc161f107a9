import { and, eq } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { logTiles } from "../../db/schema.ts";

/** A tile's hashes, as stored; null if there is none. */
export async function storedTile(db: Queries, level: number, index: number): Promise<Buffer | null> {
  const [tile] = await db
    .select({ hashes: logTiles.hashes })
    .from(logTiles)
    .where(and(eq(logTiles.level, level), eq(logTiles.index, index)));
  return tile?.hashes ?? null;
}
