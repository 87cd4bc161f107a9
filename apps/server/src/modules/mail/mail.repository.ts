import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { dueSenders } from "../../db/due-senders.ts";
import { literal, maxCounted } from "../../db/fragments.ts";
import { mails, users } from "../../db/schema.ts";
import { notify } from "../../db/tell.ts";

export interface NewMail {
  readonly recipient: string;
  readonly sender: string;
  readonly subject: string;
  readonly sealedText: Buffer;
  readonly sealedExtras: Buffer | null;
  /** Of several mails with the same one the first is stored. */
  readonly once: string | null;
  readonly queuedAt: Date;
  readonly giveUpAt: Date;
}

export async function insertMails(tx: Transaction, queued: readonly NewMail[]): Promise<void> {
  if (queued.length === 0) return;
  await tx
    .insert(mails)
    .values(queued.map((mail) => ({ ...mail, dueAt: mail.queuedAt })))
    .onConflictDoNothing();
  await notify(tx, "mails");
}

const isWaiting = and(isNull(mails.sentAt), isNull(mails.givenUpAt));

/** Those in whose turns mails are due, at most `most`. */
export const sendersOfMails = (db: Queries, now: Date, most: number): Promise<string[]> =>
  dueSenders(db, sql`mails where sent_at is null and given_up_at is null`, now, most);

/**
 * Claims the sender's mail that has been due longest, for this caller alone until `until`; null if none is due. A single
 * statement that skips rows which another instance is claiming. Clears the failure, so that `retryMails` leaves a claim alone.
 */
export async function claimMail(db: Queries, sender: string, now: Date, until: Date) {
  const next = sql`(
    select ${mails.id} from ${mails}
    where ${isWaiting} and ${eq(mails.sender, sender)} and ${mails.dueAt} <= ${now}
    order by ${mails.dueAt}, ${mails.id} limit 1 for update skip locked)`;
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: until, failure: null })
    .where(sql`${mails.id} = ${next}`)
    .returning();
  return mail ?? null;
}
export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimMail>>>;

/** Also erases the text, which may have contained a code or a link, and the sender. */
export async function noteSent(db: Queries, id: number, sentAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({ sentAt, sender: "", sealedText: null, sealedExtras: null })
    .where(and(eq(mails.id, id), isWaiting));
}

export async function noteGivenUp(db: Queries, id: number, givenUpAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({ givenUpAt, sender: "", sealedText: null, sealedExtras: null })
    .where(and(eq(mails.id, id), isWaiting));
}

/** Does nothing if the mail has been claimed again since. */
export async function putOff(
  db: Queries,
  { id, tries }: ClaimedMail,
  { dueAt, failure }: { dueAt: Date; failure: string },
): Promise<void> {
  await db
    .update(mails)
    .set({ dueAt, failure })
    .where(and(eq(mails.id, id), eq(mails.tries, tries), isWaiting));
}

export async function deleteEndedMails(db: Queries, before: Date): Promise<void> {
  const isEnded = or(isNotNull(mails.sentAt), isNotNull(mails.givenUpAt));
  await db
    .delete(mails)
    .where(and(isEnded, lt(sql`coalesce(${mails.sentAt}, ${mails.givenUpAt})`, sql`${before}`)));
}

/** Mail that does not arrive, for the operator. */
export interface MailTrouble {
  /** Mails that wait for another try after a failed one, 10,000 at most. */
  readonly failing: number;
  /** What the latest of those tries said. */
  readonly lastFailure: string | null;
  /** Members who get no mail because their address was refused for good, 10,000 at most. */
  readonly refused: number;
}

export async function readMailTrouble(db: Queries): Promise<MailTrouble> {
  const { rows } = await db.execute<{ [Name in keyof MailTrouble]: MailTrouble[Name] }>(sql`
    with failing as (
      select failure, due_at from mails
      where sent_at is null and given_up_at is null and failure is not null
      order by due_at desc limit ${literal(maxCounted)}
    ), refused as (select 1 from users where mail_refused_at is not null limit ${literal(maxCounted)})
    select (select count(*)::int from failing) as failing,
      (select failure from failing limit 1) as "lastFailure",
      (select count(*)::int from refused) as refused`);
  const [found] = rows;
  if (!found) throw new Error("the mails cannot be read");
  return found;
}

/** Makes failing mails due now: to one address, or all. @returns their number */
export async function retryMails(tx: Transaction, email: string | null, now: Date): Promise<number> {
  const retried = await tx
    .update(mails)
    .set({ dueAt: now })
    .where(and(isWaiting, isNotNull(mails.failure), email === null ? undefined : eq(mails.recipient, email)))
    .returning({ id: mails.id });
  return retried.length;
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
