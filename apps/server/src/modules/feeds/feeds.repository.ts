import { and, eq, gt, isNull } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { feedCopies } from "../../db/schema.ts";

/** One of the two external sources, at one configured address; copies from another address do not count. */
export interface CopyKey {
  readonly source: "videos" | "articles";
  readonly addressHash: Buffer;
}

const isCopyOf = ({ source, addressHash }: CopyKey) =>
  and(eq(feedCopies.source, source), eq(feedCopies.addressHash, addressHash));

/** null if no copy was fetched after that moment. */
export async function findCopy(db: Queries, key: CopyKey, after: Date) {
  const [row] = await db
    .select({
      fetchedAt: feedCopies.fetchedAt,
      failingSince: feedCopies.failingSince,
      payload: feedCopies.payload,
    })
    .from(feedCopies)
    .where(and(isCopyOf(key), gt(feedCopies.fetchedAt, after)))
    .limit(1);
  return row ?? null;
}

/** Replaces the copy stored for the source with a fresh one. */
export async function saveCopy(db: Queries, key: CopyKey, fetchedAt: Date, payload: object): Promise<void> {
  const copy = { addressHash: key.addressHash, fetchedAt, failingSince: null, payload };
  await db
    .insert(feedCopies)
    .values({ source: key.source, ...copy })
    .onConflictDoUpdate({ target: feedCopies.source, set: copy });
}

/** Records when a series of failures began. */
export async function markFailing(db: Queries, key: CopyKey, failingSince: Date): Promise<void> {
  await db
    .update(feedCopies)
    .set({ failingSince })
    .where(and(isCopyOf(key), isNull(feedCopies.failingSince)));
}
