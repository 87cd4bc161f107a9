import { and, asc, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { workExports } from "../../db/schema.ts";

export type ExportRow = typeof workExports.$inferSelect;

export async function findExport(db: Queries, userId: number): Promise<ExportRow | null> {
  const [row] = await db.select().from(workExports).where(eq(workExports.userId, userId)).limit(1);
  return row ?? null;
}

/** The file under this key, unless its time is over. */
export async function findExportFile(db: Queries, key: string, now: Date): Promise<{ bytes: number } | null> {
  const [row] = await db.select().from(workExports).where(eq(workExports.key, key)).limit(1);
  return row?.bytes != null && row.readyUntil && row.readyUntil > now ? { bytes: row.bytes } : null;
}

/** Locks the member's row; null before the first request. */
export async function lockExport(tx: Transaction, userId: number): Promise<ExportRow | null> {
  const [row] = await tx.select().from(workExports).where(eq(workExports.userId, userId)).for("update");
  return row ?? null;
}

/** A new request, in the place of the former. */
export async function writeRequest(tx: Transaction, userId: number, requestedAt: Date): Promise<void> {
  const fresh = { requestedAt, claimedUntil: null, key: null, bytes: null, readyUntil: null };
  await tx
    .insert(workExports)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: workExports.userId, set: fresh });
}

const isWaiting = (now: Date) =>
  and(isNull(workExports.key), or(isNull(workExports.claimedUntil), lte(workExports.claimedUntil, now)));

/** Members whose requests nobody is at work on, the oldest first, at most `most`. */
export async function waitingExports(db: Queries, now: Date, most: number): Promise<number[]> {
  const rows = await db
    .select({ userId: workExports.userId })
    .from(workExports)
    .where(isWaiting(now))
    .orderBy(asc(workExports.requestedAt))
    .limit(most);
  return rows.map(({ userId }) => userId);
}

/** Claims the member's request; null if there is none, or if an instance is at work on it. */
export async function claimExport(
  db: Queries,
  userId: number,
  now: Date,
  until: Date,
): Promise<ExportRow | null> {
  const [row] = await db
    .update(workExports)
    .set({ claimedUntil: until })
    .where(and(eq(workExports.userId, userId), isWaiting(now)))
    .returning();
  return row ?? null;
}

/** false if the request is another one meanwhile. */
export async function noteExport(
  tx: Transaction,
  { userId, requestedAt }: Pick<ExportRow, "userId" | "requestedAt">,
  made: { key: string; bytes: number; readyUntil: Date },
): Promise<boolean> {
  const noted = await tx
    .update(workExports)
    .set({ ...made, claimedUntil: null })
    .where(
      and(eq(workExports.userId, userId), eq(workExports.requestedAt, requestedAt), isNull(workExports.key)),
    )
    .returning({ userId: workExports.userId });
  return noted.length > 0;
}

/** Deletes the rows whose time is over; answers their keys. */
export async function deleteOldExports(db: Queries, now: Date): Promise<string[]> {
  const gone = await db
    .delete(workExports)
    .where(and(isNotNull(workExports.key), lte(workExports.readyUntil, now)))
    .returning({ key: workExports.key });
  return gone.flatMap(({ key }) => key ?? []);
}
