import type { Database, DatabaseLog, Transaction } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { isEmail } from "../../lib/email.ts";
import { Tally } from "../../lib/tally.ts";
import { createWokenJob } from "../../lib/woken-job.ts";
import {
  type ClaimedMail,
  claimMail,
  deleteEndedMails,
  insertMail,
  noteGivenUp,
  noteSent,
  putOff,
} from "./mail.repository.ts";
import { failureFacts } from "./smtp.ts";
import { type MailAddress, type MailTransport, RecipientRefused } from "./transport.ts";

interface Dependencies {
  db: Database;
  transport: MailTransport;
  from: MailAddress;
  publicUrl: string;
  clock: Clock;
  log: DatabaseLog;
}

export interface Mail {
  /** One bare address. */
  readonly to: string;
  /** One line that holds no secret: it stands in logs. */
  readonly subject: string;
  readonly text: string;
  /** Milliseconds after which it is of no use any more; a day unless said. */
  readonly usefulFor?: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** At the same time, so that one slow mailbox does not hold up everybody's codes. */
const lanes = 3;
/** One try takes no longer, and its claim outlasts it. */
const tryLimit = minute;
const claimFor = 2 * minute;
/** Doubled with each try. */
const firstPause = minute / 2;
const longestPause = 60 * minute;
/** How long the row of a mail stays, without its words, once it was sent or given up. */
const keptFor = 30 * day;
/** What a stop waits for a mail that is on its way. */
const stopPatience = 5_000;

/**
 * Mail is a row of the transaction that causes it: rolled back, it never was; committed, it is sent whatever
 * happens to the process. It is sent once, except where the process or the connection dies between the mail server's
 * yes and its note here: then the same mail, by its Message-ID, may arrive twice.
 */
export function createMailService({ db, transport, from, publicUrl, clock, log }: Dependencies) {
  const host = new URL(publicUrl).hostname;
  const underway = new Set<AbortController>();
  const outcomes = new Tally<"sent" | "put off" | "given up">();
  let isStopping = false;

  async function deliverDue(): Promise<void> {
    await Promise.all(Array.from({ length: lanes }, deliverOneByOne));
  }

  async function deliverOneByOne(): Promise<void> {
    let more = true;
    while (more && !isStopping) more = await deliverNext();
  }

  /** false when nothing is due. */
  async function deliverNext(): Promise<boolean> {
    const now = clock();
    const mail = await claimMail(db.query, now, new Date(now.getTime() + claimFor));
    if (!mail) return false;
    if (mail.giveUpAt <= now) {
      await giveUp(mail, { reason: "it is of no use any more" });
      return true;
    }
    try {
      await send(mail);
    } catch (error) {
      await settleFailure(mail, error);
      return true;
    }
    outcomes.add("sent");
    await noteSent(db.query, mail.id, clock());
    return true;
  }

  async function send({ id, messageKey, recipient, subject, body, queuedAt }: ClaimedMail): Promise<void> {
    const messageId = `<${messageKey}@${host}>`;
    const mail = { id, messageId, from, to: recipient, subject, text: body ?? "", date: queuedAt };
    const attempt = new AbortController();
    const overdue = setTimeout(() => attempt.abort(), tryLimit);
    underway.add(attempt);
    try {
      await transport.send(mail, attempt.signal);
    } finally {
      clearTimeout(overdue);
      underway.delete(attempt);
    }
  }

  async function settleFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    const facts = failureFacts(error);
    const pause = Math.min(firstPause * 2 ** (mail.tries - 1), longestPause);
    const dueAt = new Date(clock().getTime() + pause);
    if (error instanceof RecipientRefused || dueAt >= mail.giveUpAt) {
      await giveUp(mail, facts);
      return;
    }
    outcomes.add("put off");
    await putOff(db.query, mail, dueAt);
    const { id, subject, tries } = mail;
    log.warn({ mail: id, subject, tries, dueAt, ...facts }, "a mail could not be sent; it is tried again");
  }

  async function giveUp({ id, subject, tries }: ClaimedMail, facts: object): Promise<void> {
    outcomes.add("given up");
    await noteGivenUp(db.query, id, clock());
    log.error({ mail: id, subject, tries, ...facts }, "a mail was given up");
  }

  const job = createWokenJob({
    work: deliverDue,
    listen: (wake) => db.listen("mails", wake, wake),
    every: minute / 4,
    onFailure: (error) => log.error({ err: error }, "mail could not be looked after; it is tried again"),
  });

  return {
    /** Part of the caller's transaction; sent soon after its commit. */
    async queue(tx: Transaction, { to, subject, text, usefulFor = day }: Mail): Promise<void> {
      if (!isEmail(to)) throw new Error("a mail goes to one bare address");
      const queuedAt = clock();
      const giveUpAt = new Date(queuedAt.getTime() + usefulFor);
      await insertMail(tx, { recipient: to, subject: oneLine(subject), body: text, queuedAt, giveUpAt });
    },

    /** What has become of mails in this process; for metrics. */
    outcomes,

    start: job.start,
    /** Sends everything that is due. */
    deliverDue: job.runNow,
    async stop(): Promise<void> {
      isStopping = true;
      const overdue = setTimeout(() => {
        for (const attempt of underway) attempt.abort();
      }, stopPatience);
      await job.stop();
      clearTimeout(overdue);
    },
    sweep: () => deleteEndedMails(db.query, new Date(clock().getTime() - keptFor)),
  };
}
export type MailService = ReturnType<typeof createMailService>;

/** No line break of a subject becomes a header of its own. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
