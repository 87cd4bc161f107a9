import type { Role } from "@cairn/contract";
import { asc, eq } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { users } from "../../db/schema.ts";

/** Gives the grant; one that was given before stays as it is. */
export async function grantVerification(db: Queries, id: number, at: Date): Promise<void> {
  await db.update(users).set({ verifiedAt: at }).where(eq(users.id, id));
}

/** The accounts of a role by e-mail, at most `limit`. */
export async function accountsOfRole(db: Queries, role: Role, limit: number) {
  return db
    .select({
      name: users.name,
      email: users.email,
      active: users.active,
      verifiedAt: users.verifiedAt,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(users)
    .where(eq(users.role, role))
    .orderBy(asc(users.email))
    .limit(limit);
}
