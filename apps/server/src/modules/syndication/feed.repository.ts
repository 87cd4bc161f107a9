import { eq } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { amongIds } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { content, feedIds, ledger } from "../../db/schema.ts";

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

/** What the ids in feeds are made of: an address or a UUID; null if nothing is stored. */
export async function baseOfIds(db: Queries): Promise<string | null> {
  const [row] = await db.select({ base: feedIds.base }).from(feedIds);
  return row?.base ?? null;
}

/** @returns what is stored then: of several instances that start together, one is first. */
export async function storeBaseOfIds(db: Queries, base: string): Promise<string> {
  await db.insert(feedIds).values({ base }).onConflictDoNothing();
  return (await baseOfIds(db)) ?? base;
}
