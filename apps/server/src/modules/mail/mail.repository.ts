import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literal, literalLimit, maxCounted } from "../../db/fragments.ts";
import { mails, users } from "../../db/schema.ts";

export interface NewMail {
  readonly messageKey: string;
  readonly recipient: string;
  readonly subject: string;
  readonly sealedText: Buffer;
  readonly sealedExtras: Buffer | null;
  /** A key: only the first of several mails with the same one is stored. */
  readonly once: string | null;
  readonly queuedAt: Date;
  readonly giveUpAt: Date;
}

/** @returns those that were stored */
export const insertMails = async (tx: Transaction, queued: readonly NewMail[]) =>
  queued.length === 0
    ? []
    : tx
        .insert(mails)
        .values([...queued])
        .onConflictDoNothing()
        .returning({ id: mails.id, messageKey: mails.messageKey });

const isWaiting = and(isNull(mails.sentAt), isNull(mails.givenUpAt));

/** null if it was sent, given up or withdrawn. */
export async function findWaitingMail(db: Queries, id: number) {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.id, id), isWaiting));
  return mail ?? null;
}
export type WaitingMail = NonNullable<Awaited<ReturnType<typeof findWaitingMail>>>;

/** Also erases the text, which may have contained a code or a link. */
export async function noteSent(db: Queries, id: number, sentAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt, sealedText: null, sealedExtras: null })
    .where(and(eq(mails.id, id), isWaiting));
}

export async function noteGivenUp(
  db: Queries,
  id: number,
  { givenUpAt, failure }: { givenUpAt: Date; failure: string },
): Promise<void> {
  await db
    .update(mails)
    .set({ givenUpAt, failure, sealedText: null, sealedExtras: null })
    .where(and(eq(mails.id, id), isWaiting));
}

const isEnded = or(isNotNull(mails.sentAt), isNotNull(mails.givenUpAt));
const endedAt = sql`coalesce(${mails.sentAt}, ${mails.givenUpAt})`;

export async function deleteEndedMails(db: Queries, before: Date): Promise<void> {
  await db.delete(mails).where(and(isEnded, lt(endedAt, sql`${before}`)));
}

/** The mails that ended last, newest first: sent or given up. */
export const latestMails = (db: Queries, most: number) =>
  db
    .select({ sentAt: mails.sentAt, givenUpAt: mails.givenUpAt, failure: mails.failure })
    .from(mails)
    .where(isEnded)
    .orderBy(desc(endedAt))
    .limit(literalLimit(most));

/** Members who get no mail because their address was refused for good, 10,000 at most. */
export async function countRefused(db: Queries): Promise<number> {
  const { rows } = await db.execute<{ refused: number }>(sql`
    select count(*)::int as refused
    from (select from users where mail_refused_at is not null limit ${literal(maxCounted)}) refused`);
  return rows[0]?.refused ?? 0;
}

/** Makes failing mails due now: to one address, or all. @returns their number */
export async function retryMails(tx: Transaction, email: string | null, now: Date): Promise<number> {
  const { rows } = await tx.execute(sql`
    update jobs set due_at = ${now} from mails
    where jobs.kind = 'mail' and jobs.failure is not null and not jobs.is_leased
      and mails.id = jobs.key::bigint and (${email}::text is null or mails.recipient = ${email})
    returning 1`);
  return rows.length;
}

/** Forgets that addresses were refused: one, or all. @returns their number */
export async function forgetRefusals(tx: Transaction, email: string | null): Promise<number> {
  const forgotten = await tx
    .update(users)
    .set({ mailRefusedAt: null })
    .where(and(isNotNull(users.mailRefusedAt), email === null ? undefined : eq(users.email, email)))
    .returning({ id: users.id });
  return forgotten.length;
}

/** The address was refused by its mail server; the first time counts. */
export async function noteRefused(db: Queries, email: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ mailRefusedAt: at })
    .where(and(eq(users.email, email), isNull(users.mailRefusedAt)));
}
