import { openDatabase } from "../../../apps/server/src/db/database.ts";
import type { Write } from "../writes/mixed-writes.ts";
import { compare, type Found } from "../writes/stored.ts";
import { log } from "./described-data.ts";

/** Compares what was written with what the database of a stopped server holds. */
export async function compareStopped(dataDir: string, writes: readonly Write[]): Promise<Found> {
  const db = await openDatabase({ dataDir, log });
  try {
    return await compare(async (statement) => (await db.query.execute(statement)).rows, writes);
  } finally {
    await db.close();
  }
}
