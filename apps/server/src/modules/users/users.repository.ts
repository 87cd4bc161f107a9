import type { Role } from "@cairn/contract";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { providerAccounts, users } from "../../db/schema.ts";

export type User = typeof users.$inferSelect;

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: Role;
  readonly passwordHash: string | null;
  /** Set if a provider has already confirmed the email (docs/rules.md#sign-in-by-a-provider). */
  readonly emailConfirmedAt?: Date;
  /** Waits for approval, and is not active meanwhile (docs/rules.md#who-may-join). */
  readonly waitingSince?: Date | null;
  readonly active?: boolean;
  readonly createdAt: Date;
}

/** Fails with the constraint users_email_unique when the email is taken. */
export async function insertUser(db: Queries, user: NewUser): Promise<{ id: number }> {
  const [row] = await db.insert(users).values(user).returning({ id: users.id });
  if (!row) throw new Error("insert returned no row");
  return row;
}

const userByEmail = named((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.email, sql.placeholder("email")))
    .limit(1)
    .prepare("user_by_email"),
);

export async function findUserByEmail(db: Queries, email: string): Promise<User | null> {
  const [row] = await userByEmail(db).execute({ email });
  return row ?? null;
}

const userById = named((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .limit(1)
    .prepare("user"),
);

export async function findUser(db: Queries, id: number): Promise<User | null> {
  const [row] = await userById(db).execute({ id });
  return row ?? null;
}

/** Answers the account's email. */
export async function setPasswordHash(tx: Transaction, id: number, passwordHash: string): Promise<string> {
  const [row] = await tx
    .update(users)
    .set({ passwordHash })
    .where(eq(users.id, id))
    .returning({ email: users.email });
  if (!row) throw new Error(`no user ${id}`);
  return row.email;
}

/** false if the email was already confirmed, or has changed since. */
export async function confirmEmail(tx: Transaction, id: number, email: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: at })
    .where(and(eq(users.id, id), eq(users.email, email), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Confirms the email and drops the password of an account whose email was not confirmed; else false. */
export async function confirmWithoutPassword(tx: Transaction, id: number, at: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: at, passwordHash: null })
    .where(and(eq(users.id, id), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Unlinks all providers from the account. */
export async function dropProviderAccounts(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(providerAccounts).where(eq(providerAccounts.userId, userId));
}

/**
 * Grants verification to those of these accounts that qualify and do not have it yet (docs/rules.md#confirmed-emails); answers them.
 */
export async function grantConfirmedAdmins(
  tx: Transaction,
  { emails, userId, at }: { emails: readonly string[]; userId: number | null; at: Date },
): Promise<{ id: number; name: string }[]> {
  return tx
    .update(users)
    .set({ verifiedAt: at })
    .where(
      and(
        inArray(users.email, [...emails]),
        userId === null ? undefined : eq(users.id, userId),
        eq(users.role, "Admin"),
        eq(users.active, true),
        isNotNull(users.emailConfirmedAt),
        isNull(users.verifiedAt),
        // A revoked grant returns only by a person's decision (docs/rules.md#confirmation-by-a-press).
        eq(users.grantRevoked, false),
      ),
    )
    .returning({ id: users.id, name: users.name });
}

/** Gives an account a role, and with `verified` the grant, which any other role loses. The account is locked. */
export async function setRole(
  tx: Transaction,
  id: number,
  { role, verified, at }: { role: User["role"]; verified: boolean; at: Date },
): Promise<{ was: User; is: User }> {
  const was = await findUser(tx, id);
  if (!was) throw new Error(`account ${id} went while it was locked`);
  const verifiedAt = verified ? (was.verifiedAt ?? at) : null;
  await tx.update(users).set({ role, verifiedAt }).where(eq(users.id, id));
  return { was, is: { ...was, role, verifiedAt } };
}
