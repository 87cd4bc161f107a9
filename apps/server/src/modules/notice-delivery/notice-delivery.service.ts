import { mailChoices, type NoticeChoices, type NoticeSubject, noticeSubjects } from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import type { Job } from "../../db/jobs.ts";
import type { JobRunner } from "../../jobs/jobs.ts";
import { withoutAction } from "../../lib/action-text.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Site } from "../../lib/site-look.ts";
import type { Mail, MailService } from "../mail/mail.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { PushService } from "../push/push.service.ts";
import type { Choice, ChoiceService } from "./choices.service.ts";
import { type DigestNews, endOfPeriod, getsDigest, lastPeriod, readNews, sectionsFor } from "./digests.ts";
import {
  nextDigestMembers,
  nextRecipients,
  type QueuedNotice,
  type Recipient,
  type Rhythm,
  readNotices,
  recipientsOfPersonalNotices,
} from "./notice-delivery.repository.ts";
import { createNoticeLinks, type NoticeToken } from "./notice-links.ts";
import { type MailSection, writeNoticeMail } from "./notice-mails.ts";

interface Dependencies {
  readonly jobs: JobRunner;
  readonly mail: Pick<MailService, "queueAll">;
  readonly push: Pick<PushService, "queue">;
  readonly choices: ChoiceService;
  readonly notifications: Pick<NotificationService, "aboutOf">;
  readonly secret: string;
  readonly publicUrl: string;
  readonly site: Site;
  readonly clock: Clock;
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

/** How far a job has come whose members take more than one step. */
interface Reach {
  /** Members up to this id have theirs. */
  readonly afterUser?: number;
  /** The end of the period that the mails of a digest tell of, in milliseconds. */
  readonly until?: number;
}

/** A notice, and those of its members who get it by mail or push now. */
interface Delivery {
  readonly notice: QueuedNotice;
  readonly what: NoticeSubject;
  readonly recipients: readonly Recipient[];
}

/**
 * Makes mails and pushes of notices, in the background (docs/rules.md#emails-of-an-event). Each job is one transaction that queues
 * those of some members, and adds the job for the next ones: after a crash, the next start resumes there, and nobody gets
 * one twice.
 */
export function createNoticeDelivery(dependencies: Dependencies) {
  const { jobs, mail, push, choices, notifications, publicUrl, site, clock } = dependencies;
  const links = createNoticeLinks(dependencies.secret, publicUrl);
  /** The same for all members: read once for each period. */
  let news: DigestNews | null = null;

  /** Notices to one member each. */
  jobs.define<Reach>({
    name: "notice",
    together,
    pause: noticesEvery,
    async runWithin(tx, queued) {
      const due = await worthTelling(tx, queued);
      const recipientsOf = await recipientsOfPersonalNotices(
        tx,
        due.map(({ notice, what }) => ({ ...notice, what })),
      );
      const deliveries = due.map((one) => ({ ...one, recipients: recipientsOf.get(one.notice.id) ?? [] }));
      await queueAll(tx, deliveries);
    },
  });

  /** A notice to many, in steps: a post with many followers delays no other sender's for long. */
  const group = jobs.define<Reach>({
    name: "group notice",
    async runWithin(tx, [job]) {
      const [due] = job ? await worthTelling(tx, [job]) : [];
      if (!job || !due) return;
      const { afterUser = 0 } = job.payload;
      const recipients = await nextRecipients(tx, due.notice, due.what, afterUser, together);
      await queueAll(tx, [{ ...due, recipients }]);
      const last = recipients.at(-1);
      if (!last || recipients.length < together) return;
      const { key, sender } = job;
      await group.add(tx, [{ key, sender, payload: { afterUser: last.id }, dueAt: clock() }]);
    },
  });

  /** The notices of these jobs that are neither withdrawn nor old, and that members get by mail or push. */
  async function worthTelling(tx: Transaction, queued: readonly Job[]) {
    const ids = queued.map(({ key }) => Number(key));
    return (await readNotices(tx, ids)).flatMap((notice) => {
      const what = notifications.aboutOf(notice);
      const isOld = notice.createdAt.getTime() < clock().getTime() - newsFor;
      return what === null || isOld ? [] : [{ notice, what }];
    });
  }

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
    const written = writeNoticeMail({
      subject,
      sections,
      choicesUrl: links.choices(token),
      publicUrl,
      siteName: site().name,
    });
    return { to, subject, once, unsubscribe: links.unsubscribe(token), ...written };
  }

  const digests = jobs.define<Reach>({
    name: "digest",
    // The first ones tell of nothing before the first start.
    standing: () => rhythms.map((kind) => ({ key: kind, dueAt: endOfPeriod(kind, clock()) })),
    async runWithin(tx, [job]) {
      const kind = job?.key === "weekly" ? "weekly" : "daily";
      const span = lastPeriod(kind, clock());
      const until = span.until.getTime();
      const { afterUser = 0 } = job?.payload.until === until ? job.payload : {};
      const members = await nextDigestMembers(tx, kind, afterUser, together);
      const isKnown = news?.from.getTime() === span.from.getTime() && news.until.getTime() === until;
      if (!news || !isKnown) news = await readNews(tx, span);
      await mail.queueAll(tx, await digestsOf(tx, kind, members, news));
      const last = members.at(-1);
      const isDone = !last || members.length < together;
      if (isDone) news = null;
      const dueAt = isDone ? endOfPeriod(kind, clock()) : clock();
      await digests.add(tx, [{ key: kind, payload: { until, afterUser: last?.id ?? afterUser }, dueAt }]);
    },
  });

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
      const subject = `Your ${kind === "weekly" ? "week" : "day"} on ${site().name}`;
      const made = mailFor({ userId, scope: kind }, email, `${kind} ${on} ${userId}`, subject, own);
      return [{ ...made, sender: "site", usefulFor: digestUsefulFor }];
    });
  }

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

/** The fields of the form on the page of choices; fields that are not a choice are left out. */
export const readChoiceForm = (form: URLSearchParams): Choice[] =>
  noticeSubjects.flatMap((what) => {
    const mail = mailChoices.find((choice) => choice === form.get(what));
    return mail ? [{ what, mail }] : [];
  });
