import {
  type FollowKind,
  type MailChoice,
  type NoticeSubject,
  noticeDefaults,
  readId,
} from "@cairn/contract";
import { and, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { follows, noticeChoices, pushSubscriptions, users } from "../../db/schema.ts";

/** For each kind the rows of these ids that can be followed, with their names. */
const subjects: Record<FollowKind, (ids: SQL) => SQL> = {
  author: (ids) => sql`select id::text as id, name from users
    where id = any(${ids}::bigint[]) and exists (select from content
      where content.author_id = users.id and published_revision_id is not null)`,
  category: (ids) =>
    sql`select id::text as id, name from categories where id = any(${ids}::bigint[]) and deleted_at is null`,
  label: (ids) =>
    sql`select distinct label as id, label as name from published_labels where label = any(${ids})`,
  series: (ids) =>
    sql`select id::text as id, title as name from series where id = any(${ids}::bigint[]) and public_items > 0`,
};

/** Names by id, of those that are there. */
export async function namesOf(
  db: Queries,
  kind: FollowKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = kind === "label" ? ids : ids.filter((id) => readId(id) !== null);
  if (known.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(
    subjects[kind](sql`${sql.param([...known])}::text[]`),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface NewFollow {
  readonly userId: number;
  readonly kind: FollowKind;
  readonly subject: string;
  readonly at: Date;
  readonly most: number;
}

/** Follows, unless the member follows `most` others; what is followed already keeps its time. */
export async function insertFollow(tx: Transaction, { userId, kind, subject, at, most }: NewFollow) {
  // Two calls of one member at once would both find room.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
  const { rows } = await tx.execute(sql`
    with known as (select from follows where user_id = ${userId} and kind = ${kind} and subject = ${subject}),
      added as (
        insert into follows (user_id, kind, subject, followed_at)
        select ${userId}, ${kind}, ${subject}, ${at}
        where not exists (select from known) and (select count(*) from follows where user_id = ${userId}) < ${most}
        returning 1)
    select from known union all select from added`);
  return rows.length > 0;
}

export async function deleteFollow(db: Queries, userId: number, kind: FollowKind, subject: string) {
  await db
    .delete(follows)
    .where(and(eq(follows.userId, userId), eq(follows.kind, kind), eq(follows.subject, subject)));
}

export const followsOf = (db: Queries, userId: number) =>
  db
    .select({ kind: follows.kind, subject: follows.subject, at: follows.followedAt })
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.followedAt), follows.kind, follows.subject);

export interface Choice {
  readonly what: NoticeSubject;
  readonly mail?: MailChoice;
  readonly push?: boolean;
}

/** The member's choices that differ from the defaults; null: the default. */
export const chosenBy = (db: Queries, userId: number) =>
  db
    .select({ what: noticeChoices.what, mail: noticeChoices.mail, push: noticeChoices.push })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId));

/** Fields left out stay unchanged. A choice equal to the default in all fields has no row. */
export async function writeChoice(tx: Transaction, userId: number, { what, mail, push }: Choice) {
  const { mail: usualMail, push: usualPush } = noticeDefaults[what];
  const changed = {
    ...(mail !== undefined && { mail: mail === usualMail ? null : mail }),
    ...(push !== undefined && { push: push === usualPush ? null : push }),
  };
  if (Object.keys(changed).length === 0) return;
  await tx
    .insert(noticeChoices)
    .values({ userId, what, ...changed })
    .onConflictDoUpdate({ target: [noticeChoices.userId, noticeChoices.what], set: changed });
  await tx
    .delete(noticeChoices)
    .where(
      and(
        eq(noticeChoices.userId, userId),
        eq(noticeChoices.what, what),
        isNull(noticeChoices.mail),
        isNull(noticeChoices.push),
      ),
    );
}

/** Locks the member, so that two changes of choices do not mix; null for an account that is not active. */
export async function lockMember(tx: Transaction, userId: number) {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.active, false)))
    .for("no key update");
  return row ?? null;
}

export async function mailStateOf(db: Queries, userId: number) {
  const [row] = await db
    .select({
      confirmedAt: users.emailConfirmedAt,
      refusedAt: users.mailRefusedAt,
      role: users.role,
      verifiedAt: users.verifiedAt,
      /** Sessions of the devices that get pushes. */
      devices: sql<string[]>`array(
        select session_id::text from ${pushSubscriptions} where user_id = ${userId})`,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.active, true)))
    .limit(1);
  return row ?? null;
}

export async function allowMail(tx: Transaction, userId: number): Promise<void> {
  await tx.update(users).set({ mailRefusedAt: null }).where(eq(users.id, userId));
}
