import { createHmac, randomUUID } from "node:crypto";
import type { Config } from "../../config.ts";
import type { Database, DatabaseLog, Transaction } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import { type JobRunner, TryAgain } from "../../jobs/jobs.ts";
import type { Clock } from "../../lib/clock.ts";
import { headOf } from "../../lib/cut-text.ts";
import { isEmail, mailDomain } from "../../lib/email.ts";
import { createSealedTexts } from "../../lib/sealed-text.ts";
import type { SiteLook } from "../../lib/site-look.ts";
import { Tally } from "../../lib/tally.ts";
import {
  countRefused,
  deleteEndedMails,
  findWaitingMail,
  forgetRefusals,
  insertMails,
  latestMails,
  noteGivenUp,
  noteRefused,
  noteSent,
  retryMails,
  type WaitingMail,
} from "./mail.repository.ts";
import { failureFacts, failureWords } from "./smtp.ts";
import { type MailTransport, RecipientRefused } from "./transport.ts";

interface Dependencies {
  db: Database;
  jobs: JobRunner;
  transport: MailTransport;
  /** Without a name of its own, the mails of a site bear the site's. */
  from: Config["mailFrom"];
  site: () => Pick<SiteLook, "name">;
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
  /** A key: only the first of several mails with the same one is sent. */
  readonly once?: string;
  /**
   * In whose turn it is sent. A mail to many names the member who caused it; a mail that a stranger can cause names the
   * stranger's address, stored as a keyed hash. Undefined: the recipient.
   */
  readonly sender?: string | undefined;
}

/** Optional parts of a queued mail besides its text. */
type Extras = Pick<Mail, "html" | "unsubscribe">;

const minute = 60_000;
const day = 24 * 60 * minute;
/** Mails sent at once, of all senders and of one: a code does not wait for somebody's mails to many. */
const [atOnce, atOnceOfOne] = [4, 3];
/** Time limit of one attempt, below that of the lease. */
const tryLimit = minute;
/** How long the row of a mail, without its text, is kept after it was sent or given up. */
const keptFor = 30 * day;
/** Mails among which the last of each end is looked for. */
const lookedAt = 200;
/** How long a shutdown waits for mails in flight. */
const stopPatience = 5_000;

/**
 * A mail is a row of the transaction that causes it: after a rollback it never existed; after a commit it is sent even
 * if the process dies. It is sent once, unless the process or the connection dies after the mail server has accepted it
 * and before that is recorded here: then the same mail, with the same Message-ID, may arrive twice.
 */
export function createMailService({
  db,
  jobs,
  transport,
  from: { name, address },
  site,
  publicUrl,
  secret,
  clock,
  log,
}: Dependencies) {
  const host = mailDomain(publicUrl);
  const texts = createSealedTexts(secret, "text of queued mails");
  const hashOf = (address: string) =>
    `address ${createHmac("sha256", secret).update(`mail ${address}`).digest("base64url")}`;
  const inFlight = new Set<AbortController>();
  const outcomes = new Tally<"sent" | "put off" | "given up">();

  async function deliver(job: Job): Promise<void> {
    const mail = await findWaitingMail(db.query, Number(job.key));
    if (!mail) return;
    if (mail.giveUpAt <= clock()) return giveUp(mail, "it has expired");
    const text = textOf(mail);
    if (text === null) return giveUp(mail, "its text was encrypted with another AUTH_SECRET");
    try {
      await send(mail, text);
    } catch (error) {
      return settleFailure(mail, job, error);
    }
    outcomes.add("sent");
    await noteSent(db.query, mail.id, clock());
  }

  /** null if this secret cannot decrypt it: on a copy of another site, or after a change of AUTH_SECRET. */
  const textOf = ({ sealedText, recipient }: WaitingMail): string | null =>
    sealedText && texts.open(sealedText, recipient);

  /** Encrypted with the text, by the same secret. */
  const extrasOf = ({ sealedExtras, recipient }: WaitingMail): Extras =>
    sealedExtras === null ? {} : (JSON.parse(texts.open(sealedExtras, recipient) ?? "{}") as Extras);

  async function send(waiting: WaitingMail, text: string): Promise<void> {
    const { id, messageKey, recipient, subject, queuedAt } = waiting;
    const { html = null, unsubscribe = null } = extrasOf(waiting);
    const messageId = `<${messageKey}@${host}>`;
    const from = { name: name ?? site().name, address };
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

  async function settleFailure(mail: WaitingMail, job: Job, error: unknown): Promise<void> {
    const { id, subject, recipient, giveUpAt } = mail;
    const facts = { tries: job.attempts, ...failureFacts(error) };
    const dueAt = sending.retryAt(job);
    if (error instanceof RecipientRefused) await noteRefused(db.query, recipient, clock());
    if (error instanceof RecipientRefused || dueAt >= giveUpAt)
      return giveUp(mail, failureWords(error), facts);
    outcomes.add("put off");
    log.warn({ mail: id, subject, dueAt, ...facts }, "an email could not be sent; will try again");
    throw new TryAgain(failureWords(error), dueAt);
  }

  /** `failure`: why, in at most 300 characters. `facts`: the same for the log. */
  async function giveUp(
    { id, subject }: WaitingMail,
    failure: string,
    facts: object = { reason: failure },
  ): Promise<void> {
    outcomes.add("given up");
    await noteGivenUp(db.query, id, { givenUpAt: clock(), failure });
    log.error({ mail: id, subject, ...facts }, "an email could not be sent; giving up");
  }

  async function queueAll(tx: Transaction, queued: readonly Mail[]): Promise<void> {
    const queuedAt = clock();
    const senders = new Map<string, string>();
    const rows = queued.map(
      ({ to, subject, text, html, unsubscribe, once, sender = to, usefulFor = day }) => {
        const messageKey = randomUUID();
        senders.set(messageKey, sender.startsWith("address ") ? hashOf(sender) : sender);
        if (!isEmail(to)) throw new Error("a mail goes to one bare address");
        const extras: Extras = { ...(html !== undefined && { html }), ...(unsubscribe && { unsubscribe }) };
        return {
          messageKey,
          recipient: to,
          subject: oneLine(subject),
          sealedText: texts.seal(text, to),
          sealedExtras: Object.keys(extras).length === 0 ? null : texts.seal(JSON.stringify(extras), to),
          once: once ?? null,
          queuedAt,
          giveUpAt: new Date(queuedAt.getTime() + usefulFor),
        };
      },
    );
    const added = (await insertMails(tx, rows)).map(({ id, messageKey }) => {
      const sender = senders.get(messageKey);
      return { key: String(id), dueAt: queuedAt, ...(sender !== undefined && { sender }) };
    });
    await sending.add(tx, added);
  }

  const sending = jobs.define<unknown>({
    name: "mail",
    atOnce,
    atOnceOfOne,
    run: deliver,
    stop() {
      const overdue = () => {
        for (const attempt of inFlight) attempt.abort();
      };
      setTimeout(overdue, stopPatience).unref();
    },
  });

  return {
    /** Queues a mail in the caller's transaction; it is sent soon after the commit. */
    queue: (tx: Transaction, mail: Mail): Promise<void> => queueAll(tx, [mail]),
    /** The same for several. */
    queueAll,

    /**
     * Sends a mail of which nothing is to be stored: one attempt, and no row. A failure is in the log, without the address.
     */
    async sendAtOnce({ to, subject, text }: Pick<Mail, "to" | "subject" | "text">): Promise<void> {
      const [id, html, unsubscribe] = [0, null, null];
      const from = { name: name ?? site().name, address };
      const mail = { id, messageId: `<${randomUUID()}@${host}>`, from, to, subject, text, html, unsubscribe };
      try {
        await transport.send({ ...mail, date: clock() }, AbortSignal.timeout(tryLimit));
      } catch (error) {
        log.warn({ subject, ...failureFacts(error) }, "an email could not be sent; it is not tried again");
      }
    },

    /** Deletes what lies here of mails that were sent to this address. */
    forgetSent: async (to: string): Promise<void> => transport.forget?.(to),

    /** Outcomes of mails in this process, for metrics. */
    outcomes,

    /** When the last mail was sent, and the last given up; of the last 200. */
    async last() {
      const ended = await latestMails(db.query, lookedAt);
      const refused = ended.find(({ givenUpAt }) => givenUpAt !== null);
      return {
        sentAt: ended.find(({ sentAt }) => sentAt !== null)?.sentAt ?? null,
        givenUpAt: refused?.givenUpAt ?? null,
        failure: refused?.failure ?? null,
      };
    },

    /** Members who get no mail because their address was refused. */
    refused: () => countRefused(db.query),

    /**
     * For the operator, once the cause is mended: sends failing mails soon, and mails members again whose address was
     * refused. `email`: one address, as it is stored; null: all.
     */
    retry: (email: string | null): Promise<{ mails: number; addresses: number }> =>
      db.transaction(async (tx) => ({
        mails: await retryMails(tx, email, clock()),
        addresses: await forgetRefusals(tx, email),
      })),

    sweep: () => deleteEndedMails(db.query, new Date(clock().getTime() - keptFor)),
  };
}
export type MailService = ReturnType<typeof createMailService>;

/** Removes line breaks, so that a subject cannot inject a header. */
const oneLine = (text: string): string => headOf(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim(), 200);
