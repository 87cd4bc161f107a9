import { limits } from "@cairn/contract";
import { and, eq, gt, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { resetCodes, resetRequests, users } from "../../db/schema.ts";

export async function insertResetRequest(
  db: Queries,
  request: { email: string; requestedAt: Date },
): Promise<void> {
  await db.insert(resetRequests).values(request);
}

/** The oldest request that nobody else is looking after, taken away as part of the transaction. */
export async function takeResetRequest(tx: Transaction) {
  const oldest = sql`(
    select ${resetRequests.id} from ${resetRequests} order by ${resetRequests.id} limit 1 for update skip locked)`;
  const [request] = await tx
    .delete(resetRequests)
    .where(sql`${resetRequests.id} = ${oldest}`)
    .returning({ email: resetRequests.email, requestedAt: resetRequests.requestedAt });
  return request ?? null;
}

/** The account's newest code in place of the one before. false when another account has the same one: try another. */
export async function replaceResetCode(
  tx: Transaction,
  code: { userId: number; email: string; codeHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into reset_codes (user_id, email, code_hash, expires_at)
    select ${code.userId}, ${code.email}, ${code.codeHash}, ${code.expiresAt}
    where not exists (
      select from reset_codes where code_hash = ${code.codeHash} and user_id <> ${code.userId})
    on conflict (user_id) do update set
      email = excluded.email, code_hash = excluded.code_hash, expires_at = excluded.expires_at,
      wrong_tries = 0, verified_at = null, verified_by_browser = null, verified_from = null
    returning user_id`);
  return rows.length > 0;
}

export interface Guess {
  readonly email: string;
  readonly codeHash: Buffer;
  readonly browserHash: Buffer;
  readonly address: string;
  readonly now: Date;
}

/**
 * Counts a wrong try, or notes who verified the code: one statement, so that no number of guesses at the same moment
 * is more than the tries there are. Right again is right again: an answer may have been lost.
 */
export async function tryResetCode(db: Queries, guess: Guess): Promise<boolean> {
  const isRight = sql<boolean>`${resetCodes.codeHash} = ${guess.codeHash}`;
  const ifRight = (column: typeof resetCodes.verifiedAt | BrowserColumn, value: Date | Buffer | string) =>
    sql`case when ${isRight} then ${value} else ${column} end`;
  const [tried] = await db
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
        gt(resetCodes.expiresAt, guess.now),
        lt(resetCodes.wrongTries, limits.resetCodeTries),
      ),
    )
    .returning({ isRight });
  return tried?.isRight ?? false;
}
type BrowserColumn = typeof resetCodes.verifiedByBrowser | typeof resetCodes.verifiedFrom;

interface Use {
  readonly codeHash: Buffer;
  /** null from a browser without the cookie. */
  readonly browserHash: Buffer | null;
  readonly address: string;
  readonly verifiedSince: Date;
}

/** Uses up a code that this browser or this address has verified. One statement: of many at once, one gets it. */
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
