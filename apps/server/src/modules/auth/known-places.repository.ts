import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { knownPlaces, users } from "../../db/schema.ts";

/** Which of these places this account has signed in from. */
export async function findPlaces(db: Queries, email: string, places: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .select({ place: knownPlaces.place })
    .from(knownPlaces)
    .innerJoin(users, eq(users.id, knownPlaces.userId))
    .where(and(eq(users.email, email), inArray(knownPlaces.place, [...places])));
  return rows.map(({ place }) => place);
}

/** Inserts in a fixed order, so that two concurrent sign-ins cannot deadlock. */
export async function insertPlaces(
  db: Queries,
  { userId, places, seenAt }: { userId: number; places: readonly Buffer[]; seenAt: Date },
): Promise<void> {
  const inOrder = [...places].sort(Buffer.compare);
  await db
    .insert(knownPlaces)
    .values(inOrder.map((place) => ({ userId, place, seenAt })))
    .onConflictDoUpdate({
      target: [knownPlaces.userId, knownPlaces.place],
      set: { seenAt: sql`excluded.seen_at` },
    });
}

export async function deletePlacesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}

export async function deleteOldPlaces(db: Queries, seenBefore: Date): Promise<void> {
  await db.delete(knownPlaces).where(lt(knownPlaces.seenAt, seenBefore));
}
