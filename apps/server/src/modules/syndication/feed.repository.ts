import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { amongIds } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { content, feedIds, ledger, media } from "../../db/schema.ts";

const approvals = named((db) =>
  db
    .select({ id: content.id, at: ledger.decidedAt })
    .from(content)
    .innerJoin(ledger, eq(ledger.seq, content.publishedReview))
    .where(amongIds(content.id, "ids"))
    .prepare("approvals_of_shown"),
);

/** When the revision that readers see of each of these posts was approved. */
export async function approvalTimes(db: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  const rows = await approvals(db).execute({ ids: [...ids] });
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Bytes of the stored files of these keys. */
export async function fileSizes(db: Queries, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: media.key, bytes: media.bytes })
    .from(media)
    .where(and(inArray(media.key, [...keys]), isNull(media.erasedAt)));
  return new Map(rows.map(({ key, bytes }) => [key, bytes]));
}

/** The UUID from which the ids in this site's feeds are made. */
export async function baseOfIds(db: Queries): Promise<string> {
  const [row] = await db.select({ base: feedIds.base }).from(feedIds);
  if (!row) throw new Error("feed_ids lost the row that the first migration wrote");
  return row.base;
}
