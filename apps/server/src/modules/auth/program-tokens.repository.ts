import type { TokenScope } from "@cairn/contract";
import { and, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { programTokens, users } from "../../db/schema.ts";

export type TokenRow = Omit<typeof programTokens.$inferSelect, "userId" | "tokenHash">;

const shown = {
  id: programTokens.id,
  name: programTokens.name,
  scopes: programTokens.scopes,
  createdAt: programTokens.createdAt,
  lastUsedAt: programTokens.lastUsedAt,
  endsAt: programTokens.endsAt,
};

const findTokenStatement = named((db) =>
  db
    .select({
      id: programTokens.id,
      userId: programTokens.userId,
      scopes: programTokens.scopes,
      lastUsedAt: programTokens.lastUsedAt,
    })
    .from(programTokens)
    .innerJoin(users, and(eq(users.id, programTokens.userId), eq(users.active, true)))
    .where(
      and(
        eq(programTokens.tokenHash, sql.placeholder("hash")),
        gt(programTokens.endsAt, sql.placeholder("now")),
      ),
    )
    .prepare("find_program_token"),
);

/** A token of an active member that has not ended; null if there is none. */
export async function findToken(db: Queries, hash: Buffer, now: Date) {
  const [row] = await findTokenStatement(db).execute({ hash, now });
  return row ?? null;
}

export async function noteUse(db: Queries, id: number, now: Date): Promise<void> {
  await db.update(programTokens).set({ lastUsedAt: now }).where(eq(programTokens.id, id));
}

const isOf = (userId: number, now: Date) =>
  and(eq(programTokens.userId, userId), gt(programTokens.endsAt, now));

/** A member's tokens that have not ended, the newest first. */
export const tokensOf = (db: Queries, userId: number, now: Date, most: number): Promise<TokenRow[]> =>
  db.select(shown).from(programTokens).where(isOf(userId, now)).orderBy(desc(programTokens.id)).limit(most);

/** Locks the member, so that two calls of theirs at once do not both find room. */
export async function lockMember(tx: Transaction, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

interface NewToken {
  readonly userId: number;
  readonly name: string;
  readonly scopes: TokenScope[];
  readonly tokenHash: Buffer;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

export async function insertToken(tx: Transaction, token: NewToken): Promise<TokenRow> {
  const [row] = await tx.insert(programTokens).values(token).returning(shown);
  if (!row) throw new Error("a token was not stored");
  return row;
}

/** @returns whether the member had this token */
export async function deleteToken(db: Queries, userId: number, id: number): Promise<boolean> {
  const rows = await db
    .delete(programTokens)
    .where(and(eq(programTokens.id, id), eq(programTokens.userId, userId)))
    .returning({ id: programTokens.id });
  return rows.length > 0;
}

export async function deleteTokensOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(programTokens).where(eq(programTokens.userId, userId));
}

export async function deleteEndedTokens(db: Queries, now: Date): Promise<void> {
  await db.delete(programTokens).where(lte(programTokens.endsAt, now));
}
