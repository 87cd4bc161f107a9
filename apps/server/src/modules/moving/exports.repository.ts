import { and, eq, isNull, lte, sql } from "drizzle-orm";
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
  const fresh = { requestedAt, key: null, bytes: null, readyUntil: null };
  await tx
    .insert(workExports)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: workExports.userId, set: fresh });
}

/** Bytes of all files that can be fetched. */
export async function exportedBytes(db: Queries): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${workExports.bytes}), 0)::float8` })
    .from(workExports);
  return row?.bytes ?? 0;
}

type Request = Pick<ExportRow, "userId" | "requestedAt">;

const isUnmade = ({ userId, requestedAt }: Request) =>
  and(eq(workExports.userId, userId), eq(workExports.requestedAt, requestedAt), isNull(workExports.key));

/** Nobody tries this request again. */
export async function giveUpExport(db: Queries, request: Request, knownUntil: Date): Promise<void> {
  await db.update(workExports).set({ readyUntil: knownUntil }).where(isUnmade(request));
}

/** false if the request is another one meanwhile. */
export async function noteExport(
  tx: Transaction,
  request: Request,
  made: { key: string; bytes: number; readyUntil: Date },
): Promise<boolean> {
  const noted = await tx
    .update(workExports)
    .set(made)
    .where(isUnmade(request))
    .returning({ userId: workExports.userId });
  return noted.length > 0;
}

/** Deletes the rows whose time is over; answers their keys. */
export async function deleteOldExports(db: Queries, now: Date): Promise<string[]> {
  const gone = await db
    .delete(workExports)
    .where(lte(workExports.readyUntil, now))
    .returning({ key: workExports.key });
  return gone.flatMap(({ key }) => key ?? []);
}
