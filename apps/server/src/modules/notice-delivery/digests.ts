import {
  type MailChoice,
  type NoticeSubject,
  noticeDefaults,
  noticeSubjects,
  postPath,
} from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import { withoutAction } from "../../lib/action-text.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import {
  type DigestMember,
  deskNoticesIn,
  followsOfMembers,
  noticesIn,
  type Published,
  publishedIn,
  type Rhythm,
  type ToldNotice,
  unreadSaved,
} from "./notice-delivery.repository.ts";
import type { MailEntry, MailSection } from "./notice-mails.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Hour of the day, in UTC, at which daily mails are made; weekly ones on Mondays. */
const hourOfMails = 6;
/** New items that are looked through for one period, and what of each kind one mail tells. */
const most = { published: 500, chosen: 8, saved: 3, notices: 10 };
/** A member's newest notices that are looked through: most of a busy week may be about what is mailed at once. */
const mostRead = 100;

/** The newest period that is over. */
export function lastPeriod(kind: Rhythm, now: Date): { from: Date; until: Date } {
  const shifted = new Date(now.getTime() - hourOfMails * hour);
  const midnight = Date.UTC(shifted.getUTCFullYear(), shifted.getUTCMonth(), shifted.getUTCDate());
  const daysSinceMonday = (shifted.getUTCDay() + 6) % 7;
  const length = kind === "weekly" ? 7 * day : day;
  const until = midnight + hourOfMails * hour - (kind === "weekly" ? daysSinceMonday * day : 0);
  return { from: new Date(until - length), until: new Date(until) };
}

/** When the period is over that contains this moment. */
export function endOfPeriod(kind: Rhythm, now: Date): Date {
  const { from, until } = lastPeriod(kind, now);
  return new Date(2 * until.getTime() - from.getTime());
}

/** Content shared by every member's digest. */
export interface DigestNews {
  readonly from: Date;
  readonly until: Date;
  readonly published: readonly Published[];
  readonly desk: readonly ToldNotice[];
}

export async function readNews(tx: Transaction, span: { from: Date; until: Date }): Promise<DigestNews> {
  return {
    ...span,
    published: await publishedIn(tx, span, most.published),
    desk: await deskNoticesIn(tx, span, most.notices),
  };
}

interface DigestKind extends Pick<NotificationService, "aboutOf"> {
  readonly kind: Rhythm;
  readonly publicUrl: string;
}

/** The sections of each member's mail, by id; none for a member for whom there is no news. */
export async function sectionsFor(
  tx: Transaction,
  members: readonly DigestMember[],
  { published, desk, ...span }: DigestNews,
  { kind, publicUrl, aboutOf }: DigestKind,
): Promise<Map<number, MailSection[]>> {
  const ids = members.map(({ id }) => id);
  const [follows, saved, notices] = [
    await followsOfMembers(tx, ids),
    await unreadSaved(tx, ids, most.saved),
    await noticesIn(tx, ids, span, mostRead),
  ];
  const entryOf = ({ message, subMessage, url }: ToldNotice): MailEntry => ({
    title: message,
    note: withoutAction(subMessage),
    url: `${publicUrl}${url ?? ""}`,
  });

  return new Map(
    members.map((member) => {
      const isIn = (what: NoticeSubject) => mailOf(member, what) === kind;
      const own = notices
        .filter(({ userId }) => userId === member.id)
        .filter((notice) => {
          const what = aboutOf({ audience: { kind: "member" }, ...notice });
          return what !== null && isIn(what);
        })
        .slice(0, most.notices);
      const chosen = isIn("follows") ? chosenFor(member, follows.get(member.id), published) : [];
      const reviews = member.isReviewer && isIn("desk") ? desk : [];
      const isNews = own.length + chosen.length + reviews.length > 0;
      const left = isNews && isIn("follows") ? saved.filter((item) => item.user_id === member.id) : [];
      const sections: MailSection[] = [
        { title: "For you", entries: own.map(entryOf) },
        { title: "Verified for you", entries: chosen.map((item) => newEntry(item, publicUrl)) },
        { title: "On the review desk", entries: reviews.map(entryOf) },
        {
          title: "Saved and not read yet",
          entries: left.map(({ id, title }) => ({
            title,
            note: "You saved it for later",
            url: `${publicUrl}${postPath(id)}`,
          })),
        },
      ];
      return [member.id, sections.filter(({ entries }) => entries.length > 0)];
    }),
  );
}

const mailOf = ({ chosen }: DigestMember, what: NoticeSubject): MailChoice =>
  chosen[what] ?? noticeDefaults[what].mail;

/** Whether any of the member's mails come in this rhythm. */
export const getsDigest = (kind: Rhythm, member: DigestMember): boolean =>
  noticeSubjects.some((what) => mailOf(member, what) === kind);

/** What the member follows comes before what fits their interests. */
function chosenFor(
  { id, interests }: DigestMember,
  followed: ReadonlySet<string> | undefined,
  published: readonly Published[],
): Published[] {
  const others = published.filter(({ authorId }) => authorId !== id);
  const isFollowed = ({ authorId, categoryId, labels, seriesId }: Published) =>
    followed !== undefined &&
    [
      `author ${authorId}`,
      `category ${categoryId}`,
      `series ${seriesId}`,
      ...labels.map((label) => `label ${label}`),
    ].some((one) => followed.has(one));
  const words = interests.map((interest) => interest.toLowerCase());
  const isOfInterest = ({ title, categoryName }: Published) =>
    words.some((word) => categoryName.toLowerCase() === word || title.toLowerCase().includes(word));
  const first = others.filter(isFollowed);
  const then = others.filter((item) => !isFollowed(item) && isOfInterest(item));
  return [...first, ...then].slice(0, most.chosen);
}

const newEntry = (
  { id, title, type, authorName, categoryName }: Published,
  publicUrl: string,
): MailEntry => ({
  title,
  note: `${type} by ${authorName}, ${categoryName}`,
  url: `${publicUrl}${postPath(id)}`,
});
