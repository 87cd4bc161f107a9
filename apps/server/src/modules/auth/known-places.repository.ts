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

/**
 * Locks the account before its places, as everything that ends an account's sessions does, and the places in a fixed
 * order: no two of these calls can deadlock.
 */
export async function insertPlaces(
  db: Queries,
  { userId, places, seenAt }: { userId: number; places: readonly Buffer[]; seenAt: Date },
): Promise<void> {
  const inOrder = [...places].sort(Buffer.compare);
  await db.execute(sql`
    with account as materialized (select ${users.id} from ${users} where ${users.id} = ${userId} for share)
    insert into known_places (user_id, place, seen_at)
    select account.id, places.place, ${seenAt}::timestamptz
    from account, (values ${sql.join(
      inOrder.map((place) => sql`(${place}::bytea)`),
      sql`, `,
    )}) as places (place)
    on conflict (user_id, place) do update set seen_at = excluded.seen_at`);
}

export async function deletePlacesOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(knownPlaces).where(eq(knownPlaces.userId, userId));
}

export async function deleteOldPlaces(db: Queries, seenBefore: Date): Promise<void> {
  await db.delete(knownPlaces).where(lt(knownPlaces.seenAt, seenBefore));
}
