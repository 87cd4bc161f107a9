import type { Role } from "@cairn/contract";
import { and, eq, getTableColumns, gt, lt } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { providerAccounts, providerAttempts, providerSessions, users } from "../../db/schema.ts";

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

/** The role that the subject's groups gave last; null: none. */
export async function readGroupRole(tx: Transaction, subject: ProviderSubject): Promise<Role | null> {
  const [row] = await tx
    .select({ groupRole: providerAccounts.groupRole })
    .from(providerAccounts)
    .where(isSubject(subject));
  return row?.groupRole ?? null;
}

export async function setGroupRole(
  tx: Transaction,
  subject: ProviderSubject,
  groupRole: Role | null,
): Promise<void> {
  await tx.update(providerAccounts).set({ groupRole }).where(isSubject(subject));
}

type ProviderSession = typeof providerSessions.$inferSelect;

export async function insertProviderSession(db: Queries, session: ProviderSession): Promise<void> {
  await db.insert(providerSessions).values(session);
}

/** With whose it is; null if the session is none of a provider's, or gone. */
export async function readProviderSession(
  db: Queries,
  sessionId: string,
): Promise<(ProviderSession & { readonly userId: number }) | null> {
  const [row] = await db
    .select({ ...getTableColumns(providerSessions), userId: providerAccounts.userId })
    .from(providerSessions)
    .innerJoin(
      providerAccounts,
      and(
        eq(providerAccounts.issuer, providerSessions.issuer),
        eq(providerAccounts.subject, providerSessions.subject),
      ),
    )
    .where(eq(providerSessions.sessionId, sessionId));
  return row ?? null;
}

/** Whose session it is, if its provider was last asked before this time; else null. */
export async function accountDueForCheck(
  db: Queries,
  sessionId: string,
  before: Date,
): Promise<number | null> {
  const row = await readProviderSession(db, sessionId);
  return row && row.checkedAt <= before ? row.userId : null;
}

/** `refreshToken`: null leaves the one that there is. */
export async function renewProviderSession(
  tx: Transaction,
  sessionId: string,
  refreshToken: Buffer | null,
  checkedAt: Date,
): Promise<void> {
  await tx
    .update(providerSessions)
    .set({ checkedAt, ...(refreshToken && { refreshToken }) })
    .where(eq(providerSessions.sessionId, sessionId));
}
