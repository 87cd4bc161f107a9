import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { dueSenders } from "../../db/due-senders.ts";
import { mails, users } from "../../db/schema.ts";

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
}

const isWaiting = and(isNull(mails.sentAt), isNull(mails.givenUpAt));

/** Those in whose turns mails are due, at most `most`. */
export const sendersOfMails = (db: Queries, now: Date, most: number): Promise<string[]> =>
  dueSenders(db, sql`mails where sent_at is null and given_up_at is null`, now, most);

/**
 * Claims the sender's mail that has been due longest, for this caller alone until `until`; null if none is due. A single
 * statement that skips rows which another instance is claiming.
 */
export async function claimMail(db: Queries, sender: string, now: Date, until: Date) {
  const next = sql`(
    select ${mails.id} from ${mails}
    where ${isWaiting} and ${eq(mails.sender, sender)} and ${mails.dueAt} <= ${now}
    order by ${mails.dueAt}, ${mails.id} limit 1 for update skip locked)`;
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, dueAt: until })
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
export async function putOff(db: Queries, { id, tries }: ClaimedMail, dueAt: Date): Promise<void> {
  await db
    .update(mails)
    .set({ dueAt })
    .where(and(eq(mails.id, id), eq(mails.tries, tries), isWaiting));
}

export async function deleteEndedMails(db: Queries, before: Date): Promise<void> {
  const isEnded = or(isNotNull(mails.sentAt), isNotNull(mails.givenUpAt));
  await db
    .delete(mails)
    .where(and(isEnded, lt(sql`coalesce(${mails.sentAt}, ${mails.givenUpAt})`, sql`${before}`)));
}

/** The address was refused by its mail server; the first time counts. */
export async function noteRefused(db: Queries, email: string, at: Date): Promise<void> {
  await db
    .update(users)
    .set({ mailRefusedAt: at })
    .where(and(eq(users.email, email), isNull(users.mailRefusedAt)));
}
