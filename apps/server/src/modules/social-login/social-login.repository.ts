import { and, eq, gt, lt } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { providerAccounts, providerAttempts, users } from "../../db/schema.ts";

type Attempt = typeof providerAttempts.$inferSelect;

export async function insertAttempt(db: Queries, attempt: Attempt): Promise<void> {
  await db.insert(providerAttempts).values(attempt);
}

/**
 * Takes and deletes an attempt begun after `since`; null if this browser has none. A single statement, so it works only
 * once.
 */
export async function takeAttempt(
  db: Queries,
  { stateHash, browserHash, provider }: Pick<Attempt, "stateHash" | "browserHash" | "provider">,
  since: Date,
): Promise<Pick<Attempt, "codeVerifier" | "nonce" | "invitation"> | null> {
  const [row] = await db
    .delete(providerAttempts)
    .where(
      and(
        eq(providerAttempts.stateHash, stateHash),
        eq(providerAttempts.browserHash, browserHash),
        eq(providerAttempts.provider, provider),
        gt(providerAttempts.createdAt, since),
      ),
    )
    .returning({
      codeVerifier: providerAttempts.codeVerifier,
      nonce: providerAttempts.nonce,
      invitation: providerAttempts.invitation,
    });
  return row ?? null;
}

export async function deleteAttemptsBefore(db: Queries, time: Date): Promise<void> {
  await db.delete(providerAttempts).where(lt(providerAttempts.createdAt, time));
}

/** Identifies a user at a provider by the parts that never change. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

const isSubject = ({ issuer, subject }: ProviderSubject) =>
  and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject));

const account = {
  id: users.id,
  active: users.active,
  waitingSince: users.waitingSince,
  emailConfirmedAt: users.emailConfirmedAt,
};

/** The account linked to a provider's subject, locked; null for a new subject. */
export async function lockJoinedAccount(tx: Transaction, subject: ProviderSubject) {
  const [row] = await tx
    .select(account)
    .from(providerAccounts)
    .innerJoin(users, eq(users.id, providerAccounts.userId))
    .where(isSubject(subject))
    .for("update");
  return row ?? null;
}

export async function lockAccountByEmail(tx: Transaction, email: string) {
  const [row] = await tx.select(account).from(users).where(eq(users.email, email)).for("update");
  return row ?? null;
}

/** Fails with the constraint provider_accounts_pkey if the subject is already linked to an account. */
export async function insertProviderAccount(
  tx: Transaction,
  subject: ProviderSubject & { readonly provider: string },
  userId: number,
  at: Date,
): Promise<void> {
  await tx.insert(providerAccounts).values({ ...subject, userId, createdAt: at, lastUsedAt: at });
}

export async function touchProviderAccount(
  tx: Transaction,
  subject: ProviderSubject,
  at: Date,
): Promise<void> {
  await tx.update(providerAccounts).set({ lastUsedAt: at }).where(isSubject(subject));
}
