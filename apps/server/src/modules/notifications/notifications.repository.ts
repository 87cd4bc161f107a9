import { limits, type NotificationType, type UnreadCount } from "@cairn/contract";
import { and, eq, gt, isNull, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literal } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import {
  audienceMembers,
  audiences,
  content,
  notificationReads,
  notifications,
  revisions,
  users,
} from "../../db/schema.ts";
import type { Audience, ItemFacts, Notice } from "./notices.ts";

export interface NotificationRow {
  readonly id: number;
  readonly type: NotificationType;
  readonly message: string;
  readonly subMessage: string;
  readonly url: string | null;
  readonly createdAt: Date;
  readonly isRead: boolean;
  /** Whether the item has been removed since its readers were notified. */
  readonly isGone: boolean;
}

/** The item as messages name it: in the given revision, else in its published one. */
export async function findItemFacts(
  tx: Transaction,
  contentId: number,
  revision: number | null,
): Promise<ItemFacts> {
  const wording = or(
    and(sql`${revision}::integer is not null`, eq(revisions.number, sql`${revision}::integer`)),
    and(sql`${revision}::integer is null`, eq(revisions.id, content.publishedRevisionId)),
  );
  const [row] = await tx
    .select({
      title: revisions.title,
      contentType: revisions.contentType,
      authorId: content.authorId,
      authorName: users.name,
      isPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
    })
    .from(content)
    .innerJoin(users, eq(users.id, content.authorId))
    .innerJoin(revisions, and(eq(revisions.contentId, content.id), wording))
    .where(eq(content.id, contentId))
    .limit(1);
  if (!row) throw new Error(`item ${contentId} lacks the revision to tell of`);
  return row;
}

/**
 * One row for each audience, which takes its position there and is locked until the commit: all writers lock audiences in
 * the order of their ids, those of many members first. @returns their ids in that order
 */
export async function insertNotifications(
  tx: Transaction,
  notices: readonly Notice[],
  createdAt: Date,
): Promise<number[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ audience, ...notice }) => ({
    kind: audience.kind,
    user_id: audience.kind === "member" ? audience.userId : null,
    except_id: notice.except,
    content_id: notice.contentId,
    comment_id: notice.commentId,
    type: notice.type,
    message: notice.message,
    sub_message: notice.subMessage,
    url: notice.url,
  }));
  const { rows: written } = await tx.execute<{ id: string }>(sql`
    with told as (
      select notice.*, case when user_id is null
        then (select id from audiences where audiences.kind = notice.kind and audiences.user_id is null)
        else (select id from audiences where audiences.user_id = notice.user_id) end as audience_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as notice (kind text, user_id bigint,
        except_id bigint, content_id bigint, comment_id bigint, type text, message text, sub_message text, url text)
    )
    insert into notifications (audience_id, except_id, content_id, comment_id, type, message, sub_message, url, created_at)
    select audience_id, except_id, content_id, comment_id, type, message, sub_message, url, ${createdAt}::timestamptz
    -- An erased member has no audience.
    from told where audience_id is not null order by audience_id
    returning id`);
  return written.map(({ id }) => Number(id));
}

/** Takes back what was said of a deleted comment (docs/rules.md#conversations), with mails and pushes that are not sent yet. */
export async function withdrawNotices(tx: Transaction, commentId: number): Promise<void> {
  await tx.execute(sql`select withdraw_notices(${commentId})`);
}

interface WaitingWords {
  readonly authorId: number;
  /** The notice is not older than this. */
  readonly since: Date;
  readonly message: string;
  readonly subMessage: string;
  readonly url: string;
}

/**
 * Changes the author's newest notice on the desk if it is about a post that waits and no verified admin has read it;
 * otherwise they would not learn of another post. Returns whether it did. It keeps its place, so that counts,
 * watermarks, mails and pushes stay as they are.
 */
export async function joinWaitingNotice(
  tx: Transaction,
  { authorId, since, message, subMessage, url }: WaitingWords,
): Promise<boolean> {
  const desk = sql`(select id from audiences where kind = 'verifiedAdmins' and user_id is null)`;
  const { rows } = await tx.execute(sql`
    with newest as (
      select id, position from notifications
      where except_id is not null and (audience_id, except_id) >= (${desk}, ${authorId}::bigint)
        and (audience_id, except_id) <= (${desk}, ${authorId}::bigint)
      order by audience_id desc, except_id desc, position desc limit 1
    ), readers as (
      select members.* from users join audience_members members on members.user_id = users.id
      where users.role = 'Admin' and users.verified_at is not null and users.id <> ${authorId}
        and members.audience_id = ${desk} and members.is_open
    )
    update notifications told set message = ${message}, sub_message = ${subMessage}, url = ${url}, content_id = null
    from newest
    where told.id = newest.id and told.message ~ ' waits? for review$' and told.created_at >= ${since}
      and not exists (
        select from readers where readers.read_position >= newest.position or (
          select reads.position from notification_reads reads
          where reads.user_id = readers.user_id and reads.audience_id = readers.audience_id
            and reads.position = newest.position) is not null)
    returning told.id`);
  return rows.length > 0;
}

const notificationById = named((db) =>
  db
    .select({
      id: notifications.id,
      type: notifications.type,
      message: notifications.message,
      subMessage: notifications.subMessage,
      url: notifications.url,
      createdAt: notifications.createdAt,
      except: notifications.exceptId,
      kind: audiences.kind,
      userId: audiences.userId,
    })
    .from(notifications)
    .innerJoin(audiences, eq(audiences.id, notifications.audienceId))
    .where(eq(notifications.id, sql.placeholder("id")))
    .limit(1)
    .prepare("notification"),
);

/** A notification as it is published live, with its recipients. */
export async function findNotification(
  db: Queries,
  id: number,
): Promise<{ row: NotificationRow; audience: Audience; except: number | null } | null> {
  const [found] = await notificationById(db).execute({ id });
  if (!found) return null;
  const { except, kind, userId, ...row } = found;
  if (kind !== "member") return { row: { ...row, isRead: false, isGone: false }, audience: { kind }, except };
  if (userId === null) throw new Error(`notification ${id} is nobody's`);
  return { row: { ...row, isRead: false, isGone: false }, audience: { kind, userId }, except };
}

/** A member's state in each of their audiences; no rows for an account that is not active. */
const standings = (userId: number | Placeholder): SQL => sql`
  select members.*, audiences.newest
  from users
  join audience_members members on members.user_id = users.id
  join audiences on audiences.id = members.audience_id
  where users.id = ${userId} and users.active`;

/**
 * How many rows of an audience up to a position the member does not get, because they caused the event. Rows are
 * compared as whole tuples, here and below, so that only one index fits: with "audience_id = ..." the planner may walk
 * another index, past everyone else's rows, when the statistics make it look short.
 */
const exceptedUpTo = (position: SQL): SQL => sql`coalesce((
  select except_position from notifications
  where except_id is not null
    and (audience_id, except_id) >= (standing.audience_id, standing.user_id)
    and (audience_id, except_id, position) <= (standing.audience_id, standing.user_id, ${position})
  order by audience_id desc, except_id desc, position desc limit 1), 0)`;

/**
 * Subtracts positions instead of counting rows. Those of withdrawn rows are empty, and read (migrations/0011_notifications.sql). Both sums and
 * the version come from the same snapshot.
 */
const counts = sql`
  select
    sum(changes + newest) as version,
    coalesce(sum(newest - read_position - read_above
      - ${exceptedUpTo(sql`newest`)} + ${exceptedUpTo(sql`read_position`)}) filter (where is_open), 0) as unread,
    coalesce(sum(newest - after_position - withdrawn
      - ${exceptedUpTo(sql`newest`)} + ${exceptedUpTo(sql`after_position`)}) filter (where is_open), 0) as total
  from standing having count(*) > 0`;

const unreadOf = named((db) =>
  db
    .select({ unread: sql<string>`unread`, version: sql<string>`version` })
    .from(sql`(with standing as (${standings(sql.placeholder("userId"))}) ${counts}) counted`)
    .prepare("unread_of_member"),
);

/** null for an account that is not active. */
export async function countUnread(db: Queries, userId: number): Promise<UnreadCount | null> {
  const [row] = await unreadOf(db).execute({ userId });
  return row ? { unread: Number(row.unread), version: Number(row.version) } : null;
}

interface PagePart {
  readonly offset: number;
  readonly limit: number;
}

/** Every column as PostgreSQL writes it. */
const selectPage = (db: Queries, userId: number | Placeholder, { offset, limit }: PagePart) =>
  db
    .select({
      unread: sql<string>`unread`,
      version: sql<string>`version`,
      total: sql<string>`total`,
      id: sql<string | null>`id`,
      type: sql<NotificationType>`type`,
      message: sql<string>`message`,
      subMessage: sql<string>`sub_message`,
      url: sql<string | null>`url`,
      createdAt: sql<string>`created_at`,
      isRead: sql<boolean>`is_read`,
      isGone: sql<boolean>`is_gone`,
    })
    .from(sql`(
    with standing as (${standings(userId)}), counted as (${counts}), places as (
      select place.id, place.position, standing.user_id, standing.audience_id, standing.read_position
      from standing cross join lateral (
        select id, position from notifications
        where audience_id = standing.audience_id and position > standing.after_position
          and except_id is distinct from standing.user_id
        order by position desc limit ${literal(offset + limit)}
      ) place
      where standing.is_open
      order by place.id desc limit ${literal(limit)} offset ${literal(offset)}
    )
    select counted.*, told.id, told.type, told.message, told.sub_message, told.url, told.created_at,
      places.position <= places.read_position or (
        select reads.position from notification_reads reads
        where reads.user_id = places.user_id and reads.audience_id = places.audience_id
          and reads.position = places.position) is not null as is_read,
      places.audience_id = 1 and coalesce(content.status = 'Removed', false) as is_gone
    from counted
    left join places on true
    left join notifications told on told.id = places.id
    left join content on content.id = told.content_id
    order by told.id desc) page`);

const firstPageOf = named((db) =>
  selectPage(db, sql.placeholder("userId"), { offset: 0, limit: limits.notificationPage }).prepare(
    "notifications_first_page",
  ),
);

type PageRow = Awaited<ReturnType<typeof selectPage>>[number];

export interface ReadPage {
  readonly rows: NotificationRow[];
  readonly total: number;
  readonly count: UnreadCount;
}

/**
 * A page of the member's notifications, newest first, with the counts of the same snapshot. Reads each audience from
 * its newest position down to the end of the page, using only its index, and fetches only the rows shown.
 * null for an account that is not active.
 */
export async function readPage(
  db: Queries,
  userId: number,
  { offset, limit }: PagePart,
): Promise<ReadPage | null> {
  const rows =
    offset === 0 && limit === limits.notificationPage
      ? await firstPageOf(db).execute({ userId })
      : await selectPage(db, userId, { offset, limit });
  const [first] = rows;
  if (!first) return null;
  return {
    rows: rows.flatMap((row) => (row.id === null ? [] : [toRow(row, row.id)])),
    total: Number(first.total),
    count: { unread: Number(first.unread), version: Number(first.version) },
  };
}

const toRow = (row: PageRow, id: string): NotificationRow => ({
  id: Number(id),
  type: row.type,
  message: row.message,
  subMessage: row.subMessage,
  url: row.url,
  createdAt: new Date(row.createdAt),
  isRead: row.isRead,
  isGone: row.isGone,
});

/** A member's read watermark for one audience. Locks the row, so concurrent updates wait for this transaction. */
export interface Reach {
  readonly audienceId: number;
  readonly readPosition: number;
  /** The position to mark as read, or up to which to mark. */
  readonly position: number;
}

const reach = {
  audienceId: audienceMembers.audienceId,
  readPosition: audienceMembers.readPosition,
};

/** null for a notification that this member did not get. */
export async function lockReachOf(tx: Transaction, userId: number, id: number): Promise<Reach | null> {
  const [row] = await tx
    .select({ ...reach, position: notifications.position })
    .from(notifications)
    .innerJoin(audienceMembers, eq(audienceMembers.audienceId, notifications.audienceId))
    .where(
      and(
        eq(notifications.id, id),
        eq(audienceMembers.userId, userId),
        eq(audienceMembers.isOpen, true),
        gt(notifications.position, audienceMembers.afterPosition),
        or(isNull(notifications.exceptId), ne(notifications.exceptId, userId)),
      ),
    )
    .for("update", { of: audienceMembers });
  return row ?? null;
}

/**
 * Locks the member's audiences, each with the position of its newest row, or of its newest row up to the notification
 * `upTo`.
 */
export async function lockReaches(tx: Transaction, userId: number, upTo: number | null): Promise<Reach[]> {
  const newestUpTo = sql<number>`coalesce((
    select told.position from ${notifications} told
    where told.audience_id >= ${audienceMembers.audienceId}
      and (told.audience_id, told.id) <= (${audienceMembers.audienceId}, ${upTo})
    order by told.audience_id desc, told.id desc limit 1), 0)`;
  return tx
    .select({ ...reach, position: upTo === null ? audiences.newest : newestUpTo })
    .from(audienceMembers)
    .innerJoin(audiences, eq(audiences.id, audienceMembers.audienceId))
    .where(and(eq(audienceMembers.userId, userId), eq(audienceMembers.isOpen, true)))
    .orderBy(audienceMembers.audienceId)
    .for("update", { of: audienceMembers });
}

/** Marks a position as read; false if it was already marked. */
export async function insertRead(tx: Transaction, userId: number, { audienceId, position }: Reach) {
  const rows = await tx
    .insert(notificationReads)
    .values({ userId, audienceId, position })
    .onConflictDoNothing()
    .returning({ position: notificationReads.position });
  return rows.length > 0;
}

/**
 * Raises the watermark to `from` and on over all read positions that follow without a gap; rows below it are no longer
 * needed. `added` is the number of rows marked above it since it was last settled.
 */
export async function settleWatermark(
  tx: Transaction,
  userId: number,
  audienceId: number,
  { from, added }: { from: number; added: number },
): Promise<void> {
  await tx.execute(sql`
    with recursive run (position) as (
      select ${from}::integer
      union all
      select run.position + 1 from run
      -- Not "exists": that would be answered from a table of all that was ever read.
      where coalesce((
          select reads.position from notification_reads reads
          where reads.user_id = ${userId} and reads.audience_id = ${audienceId} and reads.position = run.position + 1
        ), (
          select told.position from notifications told
          where told.audience_id = ${audienceId} and told.except_id = ${userId} and told.position = run.position + 1
        )) is not null
    ), reached as (
      select max(position) as position from run
    ), passed as (
      delete from notification_reads
      where user_id = ${userId} and audience_id = ${audienceId} and position <= (select position from reached)
      returning position
    )
    update audience_members
    set read_position = (select position from reached), changes = changes + 1,
      read_above = read_above + ${added}::integer - (select count(*) from passed)
    where user_id = ${userId} and audience_id = ${audienceId}`);
}
