import { limits } from "@cairn/contract";
import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { resetCodes, users } from "../../db/schema.ts";

/** Who asked for a code. */
export interface Asker {
  /** The hash of a browser's mark. */
  readonly askedBy: Buffer;
  /** A keyed hash of an address; null if the mark alone identifies the requester. */
  readonly askedFrom: Buffer | null;
}

const askedBySame = ({ askedBy, askedFrom }: Asker) =>
  or(eq(resetCodes.askedBy, askedBy), askedFrom ? eq(resetCodes.askedFrom, askedFrom) : undefined);

/**
 * Replaces this requester's previous code with a new one; codes that others requested stay valid. false if the same
 * code already exists: try another.
 */
export async function replaceResetCode(
  tx: Transaction,
  code: Asker & { userId: number; email: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { userId, email, codeHash, askedBy, askedFrom, expiresAt } = code;
  // Handles one request per account at a time, so that the newer of two codes for the same requester stays.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  await tx.delete(resetCodes).where(and(eq(resetCodes.userId, userId), askedBySame(code)));
  const { rows } = await tx.execute(sql`
    insert into reset_codes (user_id, email, code_hash, asked_by, asked_from, expires_at)
    select ${userId}, ${email}, ${codeHash}::bytea, ${askedBy}::bytea, ${askedFrom}::bytea, ${expiresAt}::timestamptz
    where not exists (select from reset_codes where code_hash = ${codeHash})
    returning user_id`);
  return rows.length > 0;
}

export interface Guess {
  readonly email: string;
  readonly codeHash: Buffer;
  readonly askedBy: Buffer;
  readonly askedFrom: Buffer;
  /** The hash of what the browser keeps if the code is right, and the browser's address. */
  readonly browserHash: Buffer;
  readonly address: string;
  readonly now: Date;
}

/**
 * Counts a wrong attempt against the codes that this requester asked for, or records who verified the code. A single
 * statement, so concurrent guesses cannot exceed the allowed attempts. A right code succeeds again, because an earlier
 * answer may have been lost.
 */
export async function tryResetCode(db: Queries, guess: Guess): Promise<boolean> {
  const isRight = sql<boolean>`${resetCodes.codeHash} = ${guess.codeHash}`;
  const ifRight = (column: typeof resetCodes.verifiedAt | BrowserColumn, value: Date | Buffer | string) =>
    sql`case when ${isRight} then ${value} else ${column} end`;
  const tried = await db
    .update(resetCodes)
    .set({
      wrongTries: sql`${resetCodes.wrongTries} + case when ${isRight} then 0 else 1 end`,
      verifiedAt: ifRight(resetCodes.verifiedAt, guess.now),
      verifiedByBrowser: ifRight(resetCodes.verifiedByBrowser, guess.browserHash),
      verifiedFrom: ifRight(resetCodes.verifiedFrom, guess.address),
    })
    .from(users)
    .where(
      and(
        eq(users.email, guess.email),
        eq(users.active, true),
        eq(resetCodes.userId, users.id),
        eq(resetCodes.email, users.email),
        askedBySame(guess),
        gt(resetCodes.expiresAt, guess.now),
        lt(resetCodes.wrongTries, limits.resetCodeTries),
      ),
    )
    .returning({ isRight });
  return tried.some((code) => code.isRight);
}
type BrowserColumn = typeof resetCodes.verifiedByBrowser | typeof resetCodes.verifiedFrom;

interface Use {
  readonly codeHash: Buffer;
  /** null if the browser sent no cookie. */
  readonly browserHash: Buffer | null;
  readonly address: string;
  readonly verifiedSince: Date;
}

/**
 * Uses up a code that this browser or this address has verified. A single statement, so only one of several concurrent
 * calls gets it.
 */
export async function takeVerifiedCode(
  tx: Transaction,
  { codeHash, browserHash, address, verifiedSince }: Use,
): Promise<{ userId: number; email: string } | null> {
  const [code] = await tx
    .delete(resetCodes)
    .where(
      and(
        eq(resetCodes.codeHash, codeHash),
        lt(resetCodes.wrongTries, limits.resetCodeTries),
        gt(resetCodes.verifiedAt, verifiedSince),
        or(
          eq(resetCodes.verifiedFrom, address),
          browserHash ? eq(resetCodes.verifiedByBrowser, browserHash) : undefined,
        ),
        sql`exists (select from ${users} where ${users.id} = ${resetCodes.userId}
          and ${users.email} = ${resetCodes.email} and ${users.active})`,
      ),
    )
    .returning({ userId: resetCodes.userId, email: resetCodes.email });
  return code ?? null;
}

export async function deleteResetCodeOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(resetCodes).where(eq(resetCodes.userId, userId));
}

export async function deleteDeadCodes(db: Queries, expiredBefore: Date): Promise<void> {
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, expiredBefore));
}
