import { sql } from "drizzle-orm";
import type { Transaction } from "../apps/server/src/db/database.ts";
import {
  type ContentEvent,
  type Notice,
  noticesOf,
  noticesOfComment,
} from "../apps/server/src/modules/notifications/notices.ts";
import { insertNotifications } from "../apps/server/src/modules/notifications/notifications.repository.ts";
import type { DemoItem } from "./items.ts";
import type { DemoPerson } from "./people.ts";

/** An item of the story, once it is written. */
interface ToldItem {
  readonly id: number;
  readonly item: DemoItem;
}

interface Story {
  readonly people: readonly DemoPerson[];
  readonly personId: ReadonlyMap<string, number>;
  /** By an item's id and the comment's place on it ("4 1"). */
  readonly commentIds: ReadonlyMap<string, number>;
  readonly now: Date;
}

interface Moment {
  readonly hoursAgo: number;
  readonly notices: readonly Notice[];
}

type Who = (key: string) => { readonly id: number; readonly name: string };

/** Who looked at their notifications when; everybody else has seen what is older than a day. */
const lastLooked: Readonly<Record<string, number>> = {
  member: 51,
  writer: 30,
  admin: 21,
  "new-admin": 195,
};

/** Tells the story as it happened, in the order of time, and lets everybody have read some of it. */
export async function writeNotifications(
  tx: Transaction,
  written: readonly ToldItem[],
  { people, personId, commentIds, now }: Story,
): Promise<void> {
  const who: Who = (key) => {
    const [id, name] = [personId.get(key), people.find((person) => person.key === key)?.name];
    if (id === undefined || name === undefined) throw new Error(`the demo data knows no "${key}"`);
    return { id, name };
  };
  const moments = written.flatMap((entry) => momentsOf(entry, who, commentIds));
  moments.sort((one, other) => other.hoursAgo - one.hoursAgo);
  for (const { hoursAgo, notices } of moments)
    await insertNotifications(tx, notices, hoursBefore(now, hoursAgo));
  for (const { key, joinedDaysAgo } of people) {
    const joined = hoursBefore(now, joinedDaysAgo * 24);
    await lookedAt(tx, who(key).id, joined, hoursBefore(now, lastLooked[key] ?? 24));
  }
}

function momentsOf({ id, item }: ToldItem, who: Who, commentIds: Story["commentIds"]): Moment[] {
  if (item.status === "Draft") return [];
  const author = who(item.author);
  const acts = [
    ...item.revisions.map(({ hoursAgo }, index) => ({ hoursAgo, number: index + 1 })),
    ...item.decisions.map((decision) => ({ hoursAgo: decision.hoursAgo, decision })),
    ...item.comments.map((comment, index) => ({ hoursAgo: comment.hoursAgo, comment, place: index + 1 })),
  ].sort((one, other) => other.hoursAgo - one.hoursAgo);

  const moments: Moment[] = [];
  let isWaiting = false;
  let published: number | null = null;
  for (const act of acts) {
    const tell = (happening: ContentEvent, number: number) => {
      const { title } = item.revisions[number - 1] ?? { title: "" };
      const facts = { title, contentType: item.type, authorId: author.id, authorName: author.name };
      const isPublished = published !== null;
      moments.push({ hoursAgo: act.hoursAgo, notices: noticesOf(happening, { ...facts, isPublished }) });
    };
    if ("comment" in act) {
      const by = who(act.comment.author);
      const { answers } = act.comment;
      const answered = answers === undefined ? undefined : item.comments[answers - 1];
      const answeredId = answered ? who(answered.author).id : null;
      const commentId = commentIds.get(`${id} ${act.place}`);
      if (commentId === undefined) throw new Error(`comment ${act.place} on item ${id} is not written yet`);
      const comment = { id: commentId, contentId: id, by, answeredId, mentioned: [] };
      const { title } = item.revisions[(published ?? 1) - 1] ?? { title: "" };
      const notices = noticesOfComment(comment, { authorId: author.id, title });
      moments.push({ hoursAgo: act.hoursAgo, notices });
    } else if ("decision" in act) {
      const { decision, revision, reason = null } = act.decision;
      isWaiting = false;
      if (decision === "flagged") tell({ event: "flagged", contentId: id, revision, reason }, revision);
      else {
        const isFirst = published === null;
        tell({ event: "approved", contentId: id, revision, isFirst, note: null }, revision);
      }
      if (decision === "approved") published = revision;
    } else {
      if (!isWaiting) tell({ event: "waiting", contentId: id, revision: act.number, waiting: 1 }, act.number);
      isWaiting = true;
    }
  }
  return moments;
}

/** The person is told what came after they joined, and has read what was there when they last looked. */
async function lookedAt(tx: Transaction, userId: number, joined: Date, looked: Date): Promise<void> {
  const newest = (at: Date) => sql`coalesce((
    select max(position) from notifications told
    where told.audience_id = audience_members.audience_id and told.created_at <= ${at}), 0)`;
  await tx.execute(sql`
    update audience_members
    set after_position = ${newest(joined)}, read_position = greatest(${newest(joined)}, ${newest(looked)})
    where user_id = ${userId}`);
}

const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000);
