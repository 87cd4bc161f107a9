import type { Role } from "@cairn/contract";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { users } from "../../db/schema.ts";

export type User = typeof users.$inferSelect;

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: Role;
  readonly passwordHash: string | null;
  /** Where somebody else has confirmed it: a provider (D24). */
  readonly emailConfirmedAt?: Date;
  readonly createdAt: Date;
}

/** Fails with the constraint users_email_unique when the e-mail is taken. */
export async function insertUser(db: Queries, user: NewUser): Promise<{ id: number }> {
  const [row] = await db.insert(users).values(user).returning({ id: users.id });
  if (!row) throw new Error("insert returned no row");
  return row;
}

export async function findUserByEmail(db: Queries, email: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email)).limit(1);
  return row ?? null;
}

export async function findUser(db: Queries, id: number): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).limit(1);
  return row ?? null;
}

/** Answers the account's e-mail. */
export async function setPasswordHash(tx: Transaction, id: number, passwordHash: string): Promise<string> {
  const [row] = await tx
    .update(users)
    .set({ passwordHash })
    .where(eq(users.id, id))
    .returning({ email: users.email });
  if (!row) throw new Error(`no user ${id}`);
  return row.email;
}

/** false when the account has another e-mail by now. A second time changes nothing. */
export async function confirmEmail(tx: Transaction, id: number, email: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${at})` })
    .where(and(eq(users.id, id), eq(users.email, email)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Confirms the e-mail and drops the password of an account whose e-mail was not confirmed; else false. */
export async function confirmWithoutPassword(tx: Transaction, id: number, at: Date): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: at, passwordHash: null })
    .where(and(eq(users.id, id), isNull(users.emailConfirmedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Gives the grant to those of these accounts that may have it and do not (D57); answers them. */
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
      ),
    )
    .returning({ id: users.id, name: users.name });
}
