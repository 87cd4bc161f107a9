import { and, eq, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { knownPlaces, users } from "../../db/schema.ts";

const placesByEmail = named((db) =>
  db
    .select({ place: knownPlaces.place })
    .from(knownPlaces)
    .innerJoin(users, eq(users.id, knownPlaces.userId))
    .where(
      and(
        eq(users.email, sql.placeholder("email")),
        sql`${knownPlaces.place} = any(${sql.placeholder("places")}::bytea[])`,
      ),
    )
    .prepare("known_places"),
);

/** Which of these places this account has signed in from. */
export async function findPlaces(db: Queries, email: string, places: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await placesByEmail(db).execute({ email, places: [...places] });
  return rows.map(({ place }) => place);
}

export async function deletePlacesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}

export async function deleteOldPlaces(db: Queries, seenBefore: Date): Promise<void> {
  await db.delete(knownPlaces).where(lt(knownPlaces.seenAt, seenBefore));
}
