import {
  type MailChoice,
  type NoticeSubject,
  type NotificationType,
  noticeDefaults,
  readingLimits,
} from "@cairn/contract";
import { and, desc, eq, gte, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literal } from "../../db/fragments.ts";
import { audiences, categories, content, notifications, users } from "../../db/schema.ts";

/** A notice whose mails and pushes are being made. */
export interface QueuedNotice {
  readonly id: number;
  readonly type: NotificationType;
  readonly message: string;
  readonly subMessage: string;
  readonly url: string | null;
  readonly contentId: number | null;
  readonly createdAt: Date;
  readonly except: number | null;
  readonly audience: {
    readonly kind: "members" | "verifiedAdmins" | "member";
    readonly userId: number | null;
  };
}

/** The notices with these ids that are not withdrawn, the oldest first. */
export const readNotices = (tx: Transaction, ids: readonly number[]): Promise<QueuedNotice[]> =>
  tx
    .select({
      id: notifications.id,
      type: notifications.type,
      message: notifications.message,
      subMessage: notifications.subMessage,
      url: notifications.url,
      contentId: notifications.contentId,
      createdAt: notifications.createdAt,
      except: notifications.exceptId,
      audience: { kind: audiences.kind, userId: audiences.userId },
    })
    .from(notifications)
    .innerJoin(audiences, eq(audiences.id, notifications.audienceId))
    .where(sql`${notifications.id} = any(${sql.param([...ids])}::bigint[])`)
    .orderBy(notifications.id);

export interface Recipient {
  readonly id: number;
  /** null: not mailed at once. */
  readonly email: string | null;
  readonly isPushed: boolean;
}

/** How `users` with their `chosen` row, which may be missing, get a notice. Takes the defaults as SQL. */
const deliveryOf = (usualMail: SQL, usualPush: SQL) => {
  const isMailed = sql`(users.email_confirmed_at is not null and users.mail_refused_at is null
    and coalesce(chosen.mail, ${usualMail}) = 'now')`;
  const isPushed = sql`(coalesce(chosen.push, ${usualPush})
    and exists (select from push_subscriptions where user_id = users.id))`;
  return {
    columns: sql`users.id::float8 as id, case when ${isMailed} then users.email end as email, ${isPushed} as "isPushed"`,
    isAny: sql`(users.active and (${isMailed} or ${isPushed}))`,
  };
};

/** For notices to one member each, by notice id: that member, if they get the notice by mail at once or as a push. */
export async function recipientsOfPersonalNotices(
  tx: Transaction,
  notices: readonly (Pick<QueuedNotice, "id" | "audience" | "except"> & { what: NoticeSubject })[],
): Promise<ReadonlyMap<number, Recipient[]>> {
  if (notices.length === 0) return new Map();
  const described = notices.map(({ id, audience, except, what }) => ({
    id,
    member: audience.userId,
    except,
    what,
    ...noticeDefaults[what],
  }));
  const { columns, isAny } = deliveryOf(sql`notice.mail`, sql`notice.push`);
  const { rows } = await tx.execute<Recipient & { notice: number } & Record<string, unknown>>(sql`
    select notice.id::float8 as notice, ${columns}
    from json_to_recordset(${JSON.stringify(described)}) as notice
      (id bigint, member bigint, "except" bigint, what text, mail text, push boolean)
    join users on users.id = notice.member and users.id is distinct from notice."except"
    left join notice_choices chosen on chosen.user_id = users.id and chosen.what = notice.what
    where ${isAny}`);
  return new Map(rows.map(({ notice, ...recipient }) => [notice, [recipient]]));
}

/**
 * The members after this one, by id, who are mailed a notice to many at once or get it pushed: of a new item those who follow
 * something of it, of the desk the verified admins.
 */
export async function nextRecipients(
  tx: Transaction,
  { audience, contentId, except }: QueuedNotice,
  what: NoticeSubject,
  afterUser: number,
  most: number,
): Promise<Recipient[]> {
  const among =
    audience.kind === "verifiedAdmins"
      ? sql`users.role = 'Admin' and users.verified_at is not null`
      : sql`users.id in (${followersOf(contentId)})`;
  const { mail, push } = noticeDefaults[what];
  const { columns, isAny } = deliveryOf(sql`${mail}`, sql`${push}`);
  const { rows } = await tx.execute<Recipient & Record<string, unknown>>(sql`
    select ${columns}
    from users
    left join notice_choices chosen on chosen.user_id = users.id and chosen.what = ${what}
    where users.id > ${afterUser} and users.id is distinct from ${except}::bigint and ${isAny} and ${among}
    order by users.id limit ${most}`);
  return rows;
}

/** Members who follow the author, the category, a label or the series of an item that is public. */
const followersOf = (contentId: number | null): SQL => sql`
  select follows.user_id from content
  cross join lateral (
    select 'author' as kind, content.author_id::text as subject
    union all select 'category', content.published_category_id::text
    union all select 'label', label from published_labels where content_id = content.id
    union all select 'series', series_id::text from series_items where content_id = content.id
  ) followed join follows on follows.kind = followed.kind and follows.subject = followed.subject
  where content.id = ${contentId} and content.published_revision_id is not null`;

export type Rhythm = Extract<MailChoice, "daily" | "weekly">;

export interface DigestMember {
  readonly id: number;
  readonly email: string;
  readonly interests: readonly string[];
  readonly isReviewer: boolean;
  readonly chosen: Readonly<Partial<Record<NoticeSubject, MailChoice>>>;
}

/** The next members, by id, whose address may be mailed; for daily mails only those who chose them for something. */
export async function nextDigestMembers(
  tx: Transaction,
  kind: Rhythm,
  afterUser: number,
  most: number,
): Promise<DigestMember[]> {
  const rows = await tx
    .select({
      id: users.id,
      email: users.email,
      interests: users.interests,
      isReviewer: sql<boolean>`${users.role} = 'Admin' and ${users.verifiedAt} is not null`,
      chosen: sql<DigestMember["chosen"] | null>`(
        select json_object_agg(what, mail) from notice_choices where user_id = ${users.id} and mail is not null)`,
    })
    .from(users)
    .where(
      and(
        sql`${users.id} > ${afterUser}`,
        eq(users.active, true),
        isNotNull(users.emailConfirmedAt),
        sql`${users.mailRefusedAt} is null`,
        kind === "daily"
          ? sql`exists (select from notice_choices where user_id = ${users.id} and mail = 'daily')`
          : undefined,
      ),
    )
    .orderBy(users.id)
    .limit(most);
  return rows.map((row) => ({ ...row, chosen: row.chosen ?? {} }));
}

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** Items first published in the period, newest first. */
export async function publishedIn(db: Queries, { from, until }: Span, most: number) {
  const rows = await db
    .select({
      id: content.id,
      title: sql<string>`${content.publishedTitle}`,
      type: sql<string>`${content.publishedContentType}`,
      authorId: content.authorId,
      authorName: users.name,
      categoryId: categories.id,
      categoryName: categories.name,
      labels: sql<string[]>`array(select label from published_labels where content_id = ${content.id})`,
      seriesId: sql<
        number | null
      >`(select series_id::float8 from series_items where content_id = ${content.id})`,
    })
    .from(content)
    .innerJoin(users, eq(users.id, content.authorId))
    .innerJoin(categories, eq(categories.id, content.publishedCategoryId))
    .where(
      and(
        isNotNull(content.publishedRevisionId),
        gte(content.publishedAt, from),
        lt(content.publishedAt, until),
      ),
    )
    .orderBy(desc(content.publishedAt), desc(content.id))
    .limit(most);
  return rows;
}
export type Published = Awaited<ReturnType<typeof publishedIn>>[number];

/** What each of these members follows, as "kind subject". */
export async function followsOfMembers(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, Set<string>>> {
  const { rows } = await db.execute<{ user_id: number; followed: string }>(sql`
    select user_id::float8 as user_id, kind || ' ' || subject as followed from follows
    where user_id = any(${sql.param([...ids])}::bigint[])`);
  const byMember = new Map<number, Set<string>>();
  for (const { user_id: id, followed } of rows)
    byMember.set(id, (byMember.get(id) ?? new Set()).add(followed));
  return byMember;
}

/** Up to `most` items of each member that they saved and did not finish, the last one first. */
export async function unreadSaved(db: Queries, ids: readonly number[], most: number) {
  const { rows } = await db.execute<{ user_id: number; id: number; title: string }>(sql`
    select member.id::float8 as user_id, saved.id::float8 as id, saved.title
    from unnest(${sql.param([...ids])}::bigint[]) member (id)
    cross join lateral (
      select content.id, content.published_title as title from saved_items
      join content on content.id = saved_items.content_id and content.published_revision_id is not null
      left join read_items on read_items.user_id = member.id and read_items.content_id = content.id
      where saved_items.user_id = member.id
        and coalesce(read_items.position, 0) < ${literal(readingLimits.finishedFrom)}
      order by saved_items.saved_at desc, saved_items.content_id desc limit ${most}
    ) saved`);
  return rows;
}

/** A notice as a digest tells it. */
export type ToldNotice = Pick<QueuedNotice, "type" | "message" | "subMessage" | "url">;

const told = {
  type: notifications.type,
  message: notifications.message,
  subMessage: notifications.subMessage,
  url: notifications.url,
};

/** Among each member's newest `most` notices, those in the period, newest first. */
export async function noticesIn(db: Queries, ids: readonly number[], { from, until }: Span, most: number) {
  const { rows } = await db.execute<ToldNotice & { userId: number }>(sql`
    select audiences.user_id::float8 as "userId", told.type, told.message, told.sub_message as "subMessage", told.url
    from audiences
    cross join lateral (
      select * from notifications where audience_id = audiences.id order by position desc limit ${most}
    ) told
    where audiences.user_id = any(${sql.param([...ids])}::bigint[])
      and told.created_at >= ${from} and told.created_at < ${until}
    order by told.id desc`);
  return rows;
}

/** The same for the audience of verified admins. */
export async function deskNoticesIn(db: Queries, { from, until }: Span, most: number): Promise<ToldNotice[]> {
  const desk = db.select({ id: audiences.id }).from(audiences).where(eq(audiences.kind, "verifiedAdmins"));
  const newest = await db
    .select({ ...told, createdAt: notifications.createdAt })
    .from(notifications)
    .where(inArray(notifications.audienceId, desk))
    .orderBy(desc(notifications.position))
    .limit(most);
  return newest.filter(({ createdAt }) => createdAt >= from && createdAt < until);
}
