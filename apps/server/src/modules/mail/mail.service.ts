import { createHmac } from "node:crypto";
import type { Database, DatabaseLog, Transaction } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { headOf } from "../../lib/cut-text.ts";
import { isEmail, mailDomain } from "../../lib/email.ts";
import { createFairJob } from "../../lib/fair-job.ts";
import { Tally } from "../../lib/tally.ts";
import {
  type ClaimedMail,
  claimMail,
  deleteEndedMails,
  forgetRefusals,
  insertMails,
  noteGivenUp,
  noteRefused,
  noteSent,
  putOff,
  readMailTrouble,
  retryMails,
  sendersOfMails,
} from "./mail.repository.ts";
import { createSealedTexts } from "./sealed-text.ts";
import { failureFacts, failureWords } from "./smtp.ts";
import { type MailAddress, type MailTransport, RecipientRefused } from "./transport.ts";

interface Dependencies {
  db: Database;
  transport: MailTransport;
  from: MailAddress;
  publicUrl: string;
  /** Encrypts the texts of queued mails. */
  secret: string;
  clock: Clock;
  log: DatabaseLog;
}

export interface Mail {
  /** One bare address. */
  readonly to: string;
  /** One line without secrets, because it appears in logs. */
  readonly subject: string;
  readonly text: string;
  /** Milliseconds after which the mail is useless and is not sent any more; default: one day. */
  readonly usefulFor?: number;
  readonly html?: string;
  /** The address that ends mails of this kind by one request (RFC 8058). */
  readonly unsubscribe?: string;
  /** Of several mails with the same words here the first is sent. */
  readonly once?: string;
  /**
   * In whose turn it is sent. A mail to many names the member who caused it; a mail that a stranger can cause names the
   * stranger's address, stored as a keyed hash. Undefined: the recipient.
   */
  readonly sender?: string | undefined;
}

/** What a queued mail has beside its text. */
type Extras = Pick<Mail, "html" | "unsubscribe">;

const minute = 60_000;
const day = 24 * 60 * minute;
/** Mails sent at once, of all senders and of one: a code does not wait for somebody's mails to many. */
const [atOnce, atOnceOfOne] = [4, 3];
/** Time limit of one attempt; the claim lasts longer. */
const tryLimit = minute;
const claimFor = 2 * minute;
/** Pause after the first failure; doubled with each attempt. */
const firstPause = minute / 2;
const longestPause = 60 * minute;
/** How long the row of a mail, without its text, is kept after it was sent or given up. */
const keptFor = 30 * day;
/** How long a shutdown waits for mails in flight. */
const stopPatience = 5_000;

/**
 * A mail is a row of the transaction that causes it: after a rollback it never existed; after a commit it is sent even
 * if the process dies. It is sent once, unless the process or the connection dies after the mail server has accepted it
 * and before that is recorded here: then the same mail, with the same Message-ID, may arrive twice.
 */
export function createMailService({ db, transport, from, publicUrl, secret, clock, log }: Dependencies) {
  const host = mailDomain(publicUrl);
  const texts = createSealedTexts(secret);
  const hashOf = (address: string) =>
    `address ${createHmac("sha256", secret).update(`mail ${address}`).digest("base64url")}`;
  const inFlight = new Set<AbortController>();
  const outcomes = new Tally<"sent" | "put off" | "given up">();

  function claim(sender: string): Promise<ClaimedMail | null> {
    const now = clock();
    return claimMail(db.query, sender, now, new Date(now.getTime() + claimFor));
  }

  async function deliver(mail: ClaimedMail): Promise<void> {
    if (mail.giveUpAt <= clock()) return giveUp(mail, { reason: "it is of no use any more" });
    const text = textOf(mail);
    if (text === null) return giveUp(mail, { reason: "its text was encrypted with another AUTH_SECRET" });
    try {
      await send(mail, text);
    } catch (error) {
      return settleFailure(mail, error);
    }
    outcomes.add("sent");
    await noteSent(db.query, mail.id, clock());
  }

  /** null if this secret cannot decrypt it: on a copy of another site, or after a change of AUTH_SECRET. */
  const textOf = ({ sealedText, recipient }: ClaimedMail): string | null =>
    sealedText && texts.open(sealedText, recipient);

  /** Encrypted with the text, by the same secret. */
  const extrasOf = ({ sealedExtras, recipient }: ClaimedMail): Extras =>
    sealedExtras === null ? {} : (JSON.parse(texts.open(sealedExtras, recipient) ?? "{}") as Extras);

  async function send(claimed: ClaimedMail, text: string): Promise<void> {
    const { id, messageKey, recipient, subject, queuedAt } = claimed;
    const { html = null, unsubscribe = null } = extrasOf(claimed);
    const messageId = `<${messageKey}@${host}>`;
    const mail = { id, messageId, from, to: recipient, subject, text, html, unsubscribe, date: queuedAt };
    const attempt = new AbortController();
    const overdue = setTimeout(() => attempt.abort(), tryLimit);
    inFlight.add(attempt);
    try {
      await transport.send(mail, attempt.signal);
    } finally {
      clearTimeout(overdue);
      inFlight.delete(attempt);
    }
  }

  async function settleFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    const facts = failureFacts(error);
    const pause = Math.min(firstPause * 2 ** (mail.tries - 1), longestPause);
    const dueAt = new Date(clock().getTime() + pause);
    if (error instanceof RecipientRefused) await noteRefused(db.query, mail.recipient, clock());
    if (error instanceof RecipientRefused || dueAt >= mail.giveUpAt) {
      await giveUp(mail, facts);
      return;
    }
    outcomes.add("put off");
    await putOff(db.query, mail, { dueAt, failure: failureWords(error) });
    const { id, subject, tries } = mail;
    log.warn({ mail: id, subject, tries, dueAt, ...facts }, "an email could not be sent; will try again");
  }

  async function giveUp({ id, subject, tries }: ClaimedMail, facts: object): Promise<void> {
    outcomes.add("given up");
    await noteGivenUp(db.query, id, clock());
    log.error({ mail: id, subject, tries, ...facts }, "an email could not be sent; giving up");
  }

  async function queueAll(tx: Transaction, queued: readonly Mail[]): Promise<void> {
    const queuedAt = clock();
    const rows = queued.map(
      ({ to, subject, text, html, unsubscribe, once, sender = to, usefulFor = day }) => {
        if (!isEmail(to)) throw new Error("a mail goes to one bare address");
        const extras: Extras = { ...(html !== undefined && { html }), ...(unsubscribe && { unsubscribe }) };
        return {
          recipient: to,
          sender: sender.startsWith("address ") ? hashOf(sender) : sender,
          subject: oneLine(subject),
          sealedText: texts.seal(text, to),
          sealedExtras: Object.keys(extras).length === 0 ? null : texts.seal(JSON.stringify(extras), to),
          once: once ?? null,
          queuedAt,
          giveUpAt: new Date(queuedAt.getTime() + usefulFor),
        };
      },
    );
    await insertMails(tx, rows);
  }

  const job = createFairJob({
    atOnce,
    atOnceOfOne,
    due: (most) => sendersOfMails(db.query, clock(), most),
    take: claim,
    run: deliver,
    listen: (wake) => db.listen("mails", wake, wake),
    every: minute / 4,
    onFailure: (error) => log.error({ err: error }, "waiting emails could not be sent; will try again"),
  });

  return {
    /** Queues a mail in the caller's transaction; it is sent soon after the commit. */
    queue: (tx: Transaction, mail: Mail): Promise<void> => queueAll(tx, [mail]),
    /** The same for several. */
    queueAll,

    /** Outcomes of mails in this process, for metrics. */
    outcomes,

    /** Mail that does not arrive, for metrics and the operator's check. */
    trouble: () => readMailTrouble(db.query),

    /**
     * For the operator, once the cause is mended: sends failing mails soon, and mails members again whose address was
     * refused. `email`: one address, as it is stored; null: all.
     */
    retry: (email: string | null): Promise<{ mails: number; addresses: number }> =>
      db.transaction(async (tx) => ({
        mails: await retryMails(tx, email, clock()),
        addresses: await forgetRefusals(tx, email),
      })),

    start: job.start,
    /** Sends everything that is due. */
    runDue: job.runNow,
    async stop(): Promise<void> {
      const overdue = setTimeout(() => {
        for (const attempt of inFlight) attempt.abort();
      }, stopPatience);
      await job.stop();
      clearTimeout(overdue);
    },
    sweep: () => deleteEndedMails(db.query, new Date(clock().getTime() - keptFor)),
  };
}
export type MailService = ReturnType<typeof createMailService>;

/** Removes line breaks, so that a subject cannot inject a header. */
const oneLine = (text: string): string => headOf(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim(), 200);
