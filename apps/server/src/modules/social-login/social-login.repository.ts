import { and, eq, gt, lt } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { providerAccounts, providerAttempts, users } from "../../db/schema.ts";
import type { ProviderName } from "./provider.ts";

type Attempt = typeof providerAttempts.$inferSelect;

export async function insertAttempt(db: Queries, attempt: Attempt): Promise<void> {
  await db.insert(providerAttempts).values(attempt);
}

/** Takes an attempt begun after `since` away; null when this browser has none such. One statement, so it works once. */
export async function takeAttempt(
  db: Queries,
  { stateHash, browserHash, provider }: Pick<Attempt, "stateHash" | "browserHash" | "provider">,
  since: Date,
): Promise<Pick<Attempt, "codeVerifier" | "nonce"> | null> {
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
    .returning({ codeVerifier: providerAttempts.codeVerifier, nonce: providerAttempts.nonce });
  return row ?? null;
}

export async function deleteAttemptsBefore(db: Queries, time: Date): Promise<void> {
  await db.delete(providerAttempts).where(lt(providerAttempts.createdAt, time));
}

/** Somebody at a provider: the name of an identity, without what may change about it. */
export interface ProviderSubject {
  readonly provider: ProviderName;
  readonly issuer: string;
  readonly subject: string;
}

const isSubject = ({ provider, issuer, subject }: ProviderSubject) =>
  and(
    eq(providerAccounts.provider, provider),
    eq(providerAccounts.issuer, issuer),
    eq(providerAccounts.subject, subject),
  );

const account = {
  id: users.id,
  active: users.active,
  emailConfirmedAt: users.emailConfirmedAt,
};

/** The account that a provider's subject has joined, locked; null for a subject that is new here. */
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

/** Fails with the constraint provider_accounts_pkey when the subject has joined an account already. */
export async function insertProviderAccount(
  tx: Transaction,
  subject: ProviderSubject,
  userId: number,
  at: Date,
): Promise<void> {
  const { provider, issuer, subject: name } = subject;
  await tx
    .insert(providerAccounts)
    .values({ provider, issuer, subject: name, userId, createdAt: at, lastUsedAt: at });
}

export async function touchProviderAccount(
  tx: Transaction,
  subject: ProviderSubject,
  at: Date,
): Promise<void> {
  await tx.update(providerAccounts).set({ lastUsedAt: at }).where(isSubject(subject));
}

export async function deleteProviderAccountsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(providerAccounts).where(eq(providerAccounts.userId, userId));
}
