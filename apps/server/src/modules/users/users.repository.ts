import type { Role } from "@cairn/contract";
import { eq } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { users } from "../../db/schema.ts";

export type User = typeof users.$inferSelect;

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly role: Role;
  readonly passwordHash: string | null;
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

export async function setPasswordHash(tx: Transaction, id: number, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}
