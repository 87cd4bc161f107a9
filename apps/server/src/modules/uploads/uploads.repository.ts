import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { uploadPieces, uploads } from "../../db/schema.ts";

export type UploadRow = typeof uploads.$inferSelect;

export async function insertUpload(
  tx: Transaction,
  row: Omit<UploadRow, "received" | "pieces">,
): Promise<UploadRow> {
  const [upload] = await tx.insert(uploads).values(row).returning();
  return upload as UploadRow;
}

const own = (userId: number, id: string) => and(eq(uploads.id, id), eq(uploads.userId, userId));

/** A member's upload that has not ended at this moment. */
export async function findUpload(
  db: Queries,
  userId: number,
  id: string,
  now: Date,
): Promise<UploadRow | null> {
  const [row] = await db
    .select()
    .from(uploads)
    .where(and(own(userId, id), gt(uploads.endsAt, now)))
    .limit(1);
  return row ?? null;
}

export const countUploads = (db: Queries, userId: number): Promise<number> =>
  db.$count(uploads, eq(uploads.userId, userId));

/** Bytes of all members' uploads that have not arrived. There are as many rows as members who send something. */
export async function missingBytes(db: Queries): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploads.bytes} - ${uploads.received}), 0)::float8` })
    .from(uploads);
  return row?.bytes ?? 0;
}

export interface Piece {
  readonly key: string;
  readonly bytes: number;
}

/** Adds pieces that begin where the last one ended; null if another has been added there, or the upload has ended. */
export async function addPieces(
  tx: Transaction,
  id: string,
  offset: number,
  pieces: readonly Piece[],
): Promise<UploadRow | null> {
  const arrived = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const [upload] = await tx
    .update(uploads)
    .set({ received: offset + arrived, pieces: sql`${uploads.pieces} + ${pieces.length}` })
    .where(and(eq(uploads.id, id), eq(uploads.received, offset)))
    .returning();
  if (!upload) return null;
  let start = offset;
  for (const { key, bytes } of pieces) {
    await tx.insert(uploadPieces).values({ uploadId: id, start, key });
    start += bytes;
  }
  return upload;
}

/** In their order. */
export async function keysOfPieces(db: Queries, id: string): Promise<string[]> {
  const rows = await db
    .select({ key: uploadPieces.key })
    .from(uploadPieces)
    .where(eq(uploadPieces.uploadId, id))
    .orderBy(asc(uploadPieces.start));
  return rows.map(({ key }) => key);
}

/** Deletes a member's upload with its pieces; false if there is none. */
export async function deleteUpload(tx: Transaction, userId: number, id: string): Promise<boolean> {
  const gone = await tx.delete(uploads).where(own(userId, id)).returning({ id: uploads.id });
  return gone.length > 0;
}

/** Uploads that have ended by this moment, the oldest first. */
export async function endedUploads(
  db: Queries,
  now: Date,
  most: number,
): Promise<Pick<UploadRow, "id" | "userId">[]> {
  return db
    .select({ id: uploads.id, userId: uploads.userId })
    .from(uploads)
    .where(lte(uploads.endsAt, now))
    .orderBy(asc(uploads.endsAt))
    .limit(most);
}
