import type { Role } from "@cairn/contract";
import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Queries, Transaction } from "../db/database.ts";
import { users } from "../db/schema.ts";

/** Sets the time of the grant. */
export async function grantVerification(db: Queries, id: number, at: Date): Promise<void> {
  await db.update(users).set({ verifiedAt: at }).where(eq(users.id, id));
}

export async function revokeVerification(db: Queries, id: number): Promise<void> {
  await db.update(users).set({ verifiedAt: null }).where(eq(users.id, id));
}

export async function hasVerifiedAdmin(db: Queries): Promise<boolean> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, "Admin"), isNotNull(users.verifiedAt)))
    .limit(1);
  return admin !== undefined;
}

/** The accounts of a role by email, at most `limit`. */
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
    .where(and(eq(users.role, role), isNull(users.erasedAt)))
    .orderBy(asc(users.email))
    .limit(limit);
}

/**
 * Deactivates an account and removes its password and grant, unless its password changed since it was read; false then.
 */
export async function closeAccount(tx: Transaction, id: number, passwordHash: string): Promise<boolean> {
  const closed = await tx
    .update(users)
    .set({ active: false, verifiedAt: null, passwordHash: null })
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .returning({ id: users.id });
  return closed.length > 0;
}
