import { sql } from "drizzle-orm";
import type { Source } from "../events/changes.ts";
import type { Queries } from "./database.ts";

/** Sends a notice to every process at the commit; a transaction that rolls back sends none. */
export async function notify(db: Queries, channel: string, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Names sources of answers that this transaction changes, where no trigger does: `tell_readers` in db/migrations. */
export async function tellReaders(tx: Queries, sources: readonly Source[]): Promise<void> {
  await tx.execute(sql`select tell_readers(${sql.param([...sources])}::text[])`);
}
