import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { memberStorage, siteStorage } from "../../db/schema.ts";

export interface StoredBytes {
  readonly member: number;
  readonly site: number;
}

const storedBytesStatement = named((db) => {
  const ofMember = db
    .select({ bytes: memberStorage.bytes })
    .from(memberStorage)
    .where(eq(memberStorage.userId, sql.placeholder("userId")));
  return db
    .select({ site: siteStorage.bytes, member: sql<number>`coalesce((${ofMember}), 0)::float8` })
    .from(siteStorage)
    .prepare("stored_bytes");
});

/** Totals that triggers maintain. */
export async function storedBytes(db: Queries, userId: number | null): Promise<StoredBytes> {
  const [row] = await storedBytesStatement(db).execute({ userId });
  return row ?? { member: 0, site: 0 };
}

/** Locks a member's total, which is made where there is none yet. */
export async function lockCount(tx: Transaction, userId: number): Promise<void> {
  await tx
    .insert(memberStorage)
    .values({ userId, bytes: 0 })
    .onConflictDoUpdate({ target: memberStorage.userId, set: { bytes: memberStorage.bytes } });
}

/** Locks the totals of several members, in the order of their ids, before a statement that changes them in any order. */
export async function lockCounts(tx: Transaction, members: readonly { id: number | null }[]): Promise<void> {
  const ids = [...new Set(members.flatMap(({ id }) => id ?? []))].sort((one, other) => one - other);
  for (const id of ids) await lockCount(tx, id);
}
