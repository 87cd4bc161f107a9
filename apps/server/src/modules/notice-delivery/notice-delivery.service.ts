import { mailChoices, type NoticeChoices, type NoticeSubject, noticeSubjects } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { withoutAction } from "../../lib/action-text.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { createWokenJob } from "../../lib/woken-job.ts";
import type { Mail, MailService } from "../mail/mail.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { PushService } from "../push/push.service.ts";
import type { Choice, ChoiceService } from "./choices.service.ts";
import { type DigestNews, getsDigest, lastPeriod, readNews, sectionsFor } from "./digests.ts";
import {
  claimDigest,
  claimNotices,
  dropNotices,
  nextDigestMembers,
  nextRecipients,
  noteDigest,
  noteReach,
  type QueuedNotice,
  type Recipient,
  type Rhythm,
  recipientsOfPersonalNotices,
} from "./notice-delivery.repository.ts";
import { createNoticeLinks, type NoticeToken } from "./notice-links.ts";
import { type MailSection, writeNoticeMail } from "./notice-mails.ts";

interface Dependencies {
  readonly db: Database;
  readonly mail: Pick<MailService, "queueAll">;
  readonly push: Pick<PushService, "queue">;
  readonly choices: ChoiceService;
  readonly notifications: Pick<NotificationService, "aboutOf">;
  readonly secret: string;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: { error(facts: object, message: string): void };
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Milliseconds between two runs that notices wake, so that many notices are one run. */
const noticesEvery = 1_000;
/** Members whose mails and pushes are made in one transaction: of one notice to many, or of that many notices to one each. */
const together = 200;
/** A notice that waited longer is neither mailed nor pushed any more: the site was down, or its data are older than this. */
const newsFor = day;
/** How long a digest is worth sending. */
const digestUsefulFor = 3 * day;
const rhythms: readonly Rhythm[] = ["daily", "weekly"];

/** A notice, and those of its members who get it by mail or push now. */
interface Delivery {
  readonly notice: QueuedNotice;
  readonly what: NoticeSubject;
  readonly recipients: readonly Recipient[];
}

/**
 * Makes mails and pushes of notices, in the background (docs/rules.md#d138). Each step is one transaction that queues
 * those of some members and stores its progress: after a crash, the next start resumes there, and nobody gets one twice.
 */
export function createNoticeDelivery(dependencies: Dependencies) {
  const { db, mail, push, choices, notifications, publicUrl, clock, log } = dependencies;
  const links = createNoticeLinks(dependencies.secret, publicUrl);
  let isStopping = false;

  /**
   * Each step handles all personal notices that it claimed, and one group notice, for its next members: one of the sender
   * who had the fewest steps in this run, so that a post with many followers delays no other for long. Returns
   * whether more of those that waited at its beginning may be left: notices that come meanwhile are the next run's,
   * otherwise a run that keeps up with the writers would take a transaction for every few notices, and never end.
   */
  const makeNextNotices = (steps: Map<string, number>): Promise<boolean> =>
    db.transaction(async (tx) => {
      const claimed = await claimNotices(tx, together);
      const due = claimed.flatMap((notice) => {
        const what = notifications.aboutOf(notice);
        const isOld = notice.createdAt.getTime() < clock().getTime() - newsFor;
        return what === null || isOld ? [] : [{ notice, what }];
      });
      const groupNotices = due.filter(({ notice }) => notice.audience.kind !== "member");
      const personalNotices = due.filter(({ notice }) => notice.audience.kind === "member");
      const unfinishedIds = new Set(groupNotices.map(({ notice }) => notice.id));

      const recipientsOf = await recipientsOfPersonalNotices(
        tx,
        personalNotices.map(({ notice, what }) => ({ ...notice, what })),
      );
      const deliveries: Delivery[] = personalNotices.map((one) => ({
        ...one,
        recipients: recipientsOf.get(one.notice.id) ?? [],
      }));
      const stepsOf = ({ notice }: { notice: QueuedNotice }) => steps.get(senderOf(notice)) ?? 0;
      const [next] = groupNotices.sort((one, other) => stepsOf(one) - stepsOf(other));
      if (next) {
        steps.set(senderOf(next.notice), stepsOf(next) + 1);
        const recipients = await nextRecipients(tx, next.notice, next.what, together);
        deliveries.push({ ...next, recipients });
        const last = recipients.at(-1);
        if (last && recipients.length === together) await noteReach(tx, next.notice.id, last.id);
        else unfinishedIds.delete(next.notice.id);
      }
      await queueAll(tx, deliveries);
      const finished = claimed.flatMap(({ id }) => (unfinishedIds.has(id) ? [] : [id]));
      if (finished.length > 0) await dropNotices(tx, finished);
      return claimed.length === together || unfinishedIds.size > 0;
    });

  async function queueAll(tx: Transaction, deliveries: readonly Delivery[]): Promise<void> {
    const mails = deliveries.flatMap(({ notice, what, recipients }) =>
      recipients.flatMap(({ id, email }) =>
        email === null ? [] : [mailOfNotice(notice, { id, email }, what)],
      ),
    );
    await mail.queueAll(tx, mails);
    for (const { notice, recipients } of deliveries) {
      const usefulUntil = new Date(notice.createdAt.getTime() + newsFor);
      const userIds = recipients.filter(({ isPushed }) => isPushed).map(({ id }) => id);
      const sender = senderOf(notice);
      await push.queue(tx, { notificationId: notice.id, sender, userIds, usefulUntil });
    }
  }

  function mailOfNotice(
    notice: QueuedNotice,
    { id: userId, email }: { id: number; email: string },
    what: NoticeToken["scope"],
  ): Mail {
    const { id, message, subMessage, url } = notice;
    const note = withoutAction(subMessage);
    const entries = [{ title: note, note: message, url: `${publicUrl}${url ?? ""}` }];
    const sections = [{ title: "", entries }];
    const mail = mailFor({ userId, scope: what }, email, `notice ${id} ${userId}`, message, sections);
    return { ...mail, sender: senderOf(notice) };
  }

  function mailFor(
    token: NoticeToken,
    to: string,
    once: string,
    subject: string,
    sections: readonly MailSection[],
  ): Mail {
    const written = writeNoticeMail({ subject, sections, choicesUrl: links.choices(token), publicUrl });
    return { to, subject, once, unsubscribe: links.unsubscribe(token), ...written };
  }

  async function makeDigests(kind: Rhythm): Promise<void> {
    const span = lastPeriod(kind, clock());
    // The same for all members: read once for each run.
    let news: DigestNews | null = null;
    let isMore = true;
    while (isMore && !isStopping) {
      isMore = await db.transaction(async (tx) => {
        const run = await claimDigest(tx, kind, span.until);
        if (!run) return false;
        const members = await nextDigestMembers(tx, kind, run.afterUser, together);
        news ??= await readNews(tx, span);
        await mail.queueAll(tx, await digestsOf(tx, kind, members, news));
        const last = members.at(-1);
        const isDone = !last || members.length < together;
        await noteDigest(tx, kind, { afterUser: last?.id ?? run.afterUser, isDone });
        return !isDone;
      });
    }
  }

  async function digestsOf(
    tx: Transaction,
    kind: Rhythm,
    members: Awaited<ReturnType<typeof nextDigestMembers>>,
    news: DigestNews,
  ): Promise<Mail[]> {
    const recipients = members.filter((member) => getsDigest(kind, member));
    const sections = await sectionsFor(tx, recipients, news, {
      kind,
      publicUrl,
      aboutOf: notifications.aboutOf,
    });
    const on = news.until.toISOString().slice(0, 10);
    return recipients.flatMap(({ id: userId, email }) => {
      const own = sections.get(userId) ?? [];
      if (own.length === 0) return [];
      const subject = kind === "weekly" ? "Your week on Cairn" : "Your day on Cairn";
      const made = mailFor({ userId, scope: kind }, email, `${kind} ${on} ${userId}`, subject, own);
      return [{ ...made, sender: "site", usefulFor: digestUsefulFor }];
    });
  }

  const job = createWokenJob({
    async work() {
      const steps = new Map<string, number>();
      while (!isStopping && (await makeNextNotices(steps)));
    },
    listen: (wake) => db.listen("notices_queued", wake, wake),
    every: minute,
    pause: noticesEvery,
    onFailure: (error) =>
      log.error({ err: error }, "emails and pushes of notifications could not be made; will try again"),
  });

  /** No notice makes a digest due: the clock does. */
  const digests = createWokenJob({
    async work() {
      for (const kind of rhythms) if (!isStopping) await makeDigests(kind);
    },
    listen: async () => async () => {},
    every: minute,
    onFailure: (error) => log.error({ err: error }, "digests could not be made; will try again"),
  });

  /** @throws AppError link_invalid for a link that this site has not signed, or of an account that is gone. */
  async function ofLink<Result>(
    token: string,
    use: (token: NoticeToken) => Promise<Result>,
  ): Promise<Result> {
    const read = links.read(token);
    if (!read) throw new AppError("link_invalid");
    try {
      return await use(read);
    } catch (error) {
      if (error instanceof AppError && error.code === "session_ended") throw new AppError("link_invalid");
      throw error;
    }
  }

  return {
    async start(): Promise<void> {
      await job.start();
      await digests.start();
    },
    /** Makes everything that is due. */
    async runDue(): Promise<void> {
      await job.runNow();
      await digests.runNow();
    },
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([job.stop(), digests.stop()]);
    },

    /** The choices behind the signed link of a mail. */
    choicesOf: (token: string): Promise<NoticeChoices> =>
      ofLink(token, ({ userId }) => choices.choicesOf(userId)),

    change: (token: string, changes: readonly Choice[]): Promise<NoticeChoices> =>
      ofLink(token, ({ userId }) => choices.change(userId, changes)),

    /** Ends the mails that the link came with: those about one thing, or those of one rhythm. */
    unsubscribe: (token: string): Promise<NoticeChoices> =>
      ofLink(token, async ({ userId, scope }) => {
        const { items } = await choices.choicesOf(userId);
        const ended = items.filter(({ what, mail: chosen }) => what === scope || chosen === scope);
        return choices.change(
          userId,
          ended.map(({ what }) => ({ what, mail: "never" as const })),
        );
      }),
  };
}
export type NoticeDelivery = ReturnType<typeof createNoticeDelivery>;

/** In whose turn it is delivered: the member who caused a notice to many, otherwise the one whom it tells. */
const senderOf = ({ except, audience: { userId } }: QueuedNotice): string =>
  except === null && userId === null ? "site" : `member ${except ?? userId}`;

/** The fields of the form on the page of choices; what is no choice is left out. */
export const readChoiceForm = (form: URLSearchParams): Choice[] =>
  noticeSubjects.flatMap((what) => {
    const mail = mailChoices.find((choice) => choice === form.get(what));
    return mail ? [{ what, mail }] : [];
  });
