import { and, eq, exists, gt, isNull, lt, or } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { accountLinks, users } from "../../db/schema.ts";

export type AccountLink = typeof accountLinks.$inferSelect;
type Purpose = AccountLink["purpose"];

export async function insertLink(db: Queries, link: AccountLink): Promise<void> {
  await db.insert(accountLinks).values(link);
}

export async function deleteLinksOf(db: Queries, userId: number, purpose: Purpose): Promise<void> {
  await db
    .delete(accountLinks)
    .where(and(eq(accountLinks.userId, userId), eq(accountLinks.purpose, purpose)));
}

/** A living link that confirms an e-mail; it stays. */
export async function findConfirmingLink(
  db: Queries,
  tokenHash: Buffer,
  now: Date,
): Promise<AccountLink | null> {
  const [link] = await db
    .select()
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.purpose, "confirmEmail"),
        gt(accountLinks.expiresAt, now),
      ),
    );
  return link ?? null;
}

/**
 * Uses up a living link that sets a password, unless the account was deactivated or has another e-mail than the
 * link was mailed to. One statement: of many at once, one gets it.
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
        eq(users.active, true),
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
