import { and, eq, exists, gt, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { accountLinks, users } from "../../db/schema.ts";

export type AccountLink = typeof accountLinks.$inferSelect;
type Purpose = AccountLink["purpose"];

export async function insertLink(db: Queries, link: AccountLink): Promise<void> {
  await db.insert(accountLinks).values(link);
}

/** Deletes the links of one purpose, or all. */
export async function deleteLinksOf(db: Queries, userId: number, purpose?: Purpose): Promise<void> {
  await db
    .delete(accountLinks)
    .where(
      and(
        eq(accountLinks.userId, userId),
        purpose === undefined ? undefined : eq(accountLinks.purpose, purpose),
      ),
    );
}

/** Not deactivated: one that waits for approval may confirm its email and get a password meanwhile. */
const mayEnter = or(eq(users.active, true), isNotNull(users.waitingSince));

/** The account whose email a valid link confirms: not deactivated, still with that email, and not confirmed yet. */
const accountToConfirm = (db: Queries, tokenHash: Buffer, now: Date) =>
  db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.purpose, "confirmEmail"),
        gt(accountLinks.expiresAt, now),
        eq(accountLinks.email, users.email),
        mayEnter,
        isNull(users.emailConfirmedAt),
      ),
    );

export async function findAccountToConfirm(db: Queries, tokenHash: Buffer, now: Date) {
  const [account] = await accountToConfirm(db, tokenHash, now);
  return account ?? null;
}

/** Locked until the transaction ends. A concurrent caller that waited finds the email confirmed and gets null. */
export async function lockAccountToConfirm(tx: Transaction, tokenHash: Buffer, now: Date) {
  const [account] = await accountToConfirm(tx, tokenHash, now).for("update", { of: users });
  return account ?? null;
}

/**
 * Uses up a valid link that sets a password, unless the account is deactivated or its email is no longer the one that
 * the link was mailed to. A single statement, so only one of several concurrent calls gets it.
 */
export async function takePasswordLink(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<{ userId: number; email: string | null } | null> {
  const account = tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, accountLinks.userId),
        mayEnter,
        or(isNull(accountLinks.email), eq(accountLinks.email, users.email)),
      ),
    );
  const [link] = await tx
    .delete(accountLinks)
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.purpose, "setPassword"),
        gt(accountLinks.expiresAt, now),
        exists(account),
      ),
    )
    .returning({ userId: accountLinks.userId, email: accountLinks.email });
  return link ?? null;
}

export async function deleteDeadLinks(db: Queries, now: Date): Promise<void> {
  await db.delete(accountLinks).where(lt(accountLinks.expiresAt, now));
}
