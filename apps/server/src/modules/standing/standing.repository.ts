import { limits } from "@cairn/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { content, endedLabels, standingReasons, stillTrue } from "../../db/schema.ts";
import { tellReaders } from "../../db/tell.ts";
import { ensure } from "../../lib/app-error.ts";
import { beginningWith } from "../../lib/like-pattern.ts";

/** Stores a reviewer's request to an item's author; it replaces an earlier one. */
export async function giveReview(
  tx: Transaction,
  contentId: number,
  text: string,
  since: Date,
): Promise<void> {
  await tx
    .insert(standingReasons)
    .values({ contentId, kind: "review", text, since })
    .onConflictDoUpdate({
      target: [standingReasons.contentId, standingReasons.kind, standingReasons.subject],
      set: { text, since },
    });
}

export async function liftReview(tx: Transaction, contentId: number): Promise<void> {
  await tx
    .delete(standingReasons)
    .where(and(eq(standingReasons.contentId, contentId), eq(standingReasons.kind, "review")));
}

/** Steps from one item to the one that replaces it that are followed; no line of items is that long. */
const longestLine = 1_000;

/**
 * Checks that an item may be replaced by another. Call it after the ledger's row is written: until the transaction ends
 * nobody else can name a successor, or take one away from readers. @throws AppError cannot_supersede
 */
export async function ensureMayReplace(tx: Transaction, id: number, by: number): Promise<void> {
  ensure(by !== id, "cannot_supersede", { sentence: "An item cannot replace itself." });
  const { rows } = await tx.execute<{ isPublished: boolean; isCircle: boolean }>(sql`
    with recursive line (id, next, step) as (
      select id, superseded_by, 1 from content where id = ${by}
      union all
      select content.id, content.superseded_by, line.step + 1
      from content join line on content.id = line.next and line.id <> ${id} and line.step < ${longestLine}
    )
    select exists (select from content where id = ${by} and published_revision_id is not null) as "isPublished",
      exists (select from line where id = ${id} or step = ${longestLine}) as "isCircle"`);
  ensure(rows[0]?.isPublished, "cannot_supersede", { sentence: "Only a public item can replace another." });
  ensure(!rows[0].isCircle, "cannot_supersede", {
    sentence: "That item is itself replaced by this one.",
  });
}

/** Who named the item that replaces this one. @throws AppError cannot_supersede if none does */
export async function namedSuccessor(tx: Transaction, id: number): Promise<number> {
  const { rows } = await tx.execute<{ by: string }>(sql`
    select ledger.reviewer_id as by from content
    join ledger on ledger.content_id = content.id and ledger.decision = 'superseded'
    where content.id = ${id} and content.superseded_by is not null
    order by ledger.seq desc limit 1`);
  ensure(rows[0], "cannot_supersede", { sentence: "Nothing replaces this item." });
  return Number(rows[0].by);
}

/** The item that replaces this one, and how often that was changed since, by its rows in the ledger; eleven count as more. */
export async function successorOf(
  tx: Transaction,
  id: number,
  since: Date,
): Promise<{ current: number | null; changes: number }> {
  const { rows } = await tx.execute<{ current: string | null; changes: number }>(sql`
    select superseded_by as current, (
      select count(*)::int from (
        select from ledger
        where content_id = ${id} and decision in ('superseded', 'reinstated') and decided_at > ${since}
        limit 11
      ) as changed
    ) as changes from content where id = ${id}`);
  const { current = null, changes = 0 } = rows[0] ?? {};
  return { current: current === null ? null : Number(current), changes };
}

export async function setSuccessor(tx: Transaction, id: number, supersededBy: number | null): Promise<void> {
  await tx.update(content).set({ supersededBy }).where(eq(content.id, id));
}

/** The author's word; another one replaces it. */
export async function writeStillTrue(
  tx: Transaction,
  word: { contentId: number; revisionNumber: number; note: string | null; saidAt: Date },
): Promise<void> {
  const { contentId, ...said } = word;
  await tx.insert(stillTrue).values(word).onConflictDoUpdate({ target: stillTrue.contentId, set: said });
}

/** Labels of published items and those that have ended, the most used first. */
export async function labelsLike(db: Queries, prefix: string) {
  const pattern = beginningWith(prefix);
  const { rows } = await db.execute<{ label: string; items: number; ended_on: string | null }>(sql`
    select label, count(used.content_id)::int as items, max(ended.ended_on)::text as ended_on
    from published_labels used full join ended_labels ended using (label)
    where label like ${pattern}
    group by label order by items desc, label limit ${limits.labelsListed}`);
  return rows;
}

/** Ends a label on a day, which is a reason for each item that names it. */
export async function writeEndOfLabel(
  tx: Transaction,
  label: string,
  on: string,
): Promise<{ isNew: boolean }> {
  const added = await tx
    .insert(endedLabels)
    .values({ label, endedOn: on })
    .onConflictDoNothing()
    .returning({ label: endedLabels.label });
  if (added.length === 0) {
    await tx.update(endedLabels).set({ endedOn: on }).where(eq(endedLabels.label, label));
  }
  await tx.execute(sql`
    insert into standing_reasons (content_id, kind, subject, text, since)
    select content_id, 'label', label, text_of_end(label, ended_on), ended_on::timestamp at time zone 'UTC'
    from published_labels join ended_labels using (label) where label = ${label}
    on conflict (content_id, kind, subject) do update set text = excluded.text, since = excluded.since`);
  await tellReaders(tx, ["labels"]);
  return { isNew: added.length > 0 };
}

/** Authors of the published items that name a label, and how many of theirs do. */
export async function authorsWith(tx: Transaction, label: string) {
  const { rows } = await tx.execute<{ authorId: string; items: number }>(sql`
    select content.author_id as "authorId", count(*)::int as items
    from published_labels join content on content.id = published_labels.content_id
    where published_labels.label = ${label}
    group by content.author_id order by content.author_id`);
  return rows.map(({ authorId, items }) => ({ authorId: Number(authorId), items }));
}

/** A position among what is to be renewed: by what readers have done with it, the most first. */
export interface DuePosition {
  readonly id: number;
  readonly weight: number;
}

/**
 * Published items whose date has passed or comes before `horizon`, that have a reason, or whose author says that they
 * still hold; without those that another replaces.
 */
const dueItems = (now: Date, horizon: Date) => sql`
  select content.id, content.likes + content.comments as weight
  from (
    select id from content where published_revision_id is not null and good_until <= ${horizon}
    union select content_id from standing_reasons where since <= ${now}
    union select still_true.content_id from still_true join content on content.id = still_true.content_id
      where content.verified_at is null or said_at > content.verified_at
  ) renewable join content on content.id = renewable.id
  where content.published_revision_id is not null and not exists (
    select from content successor
    where successor.id = content.superseded_by and successor.published_revision_id is not null)`;

export async function duePositions(
  db: Queries,
  { now, horizon, after, limit }: { now: Date; horizon: Date; after: DuePosition | null; limit: number },
): Promise<DuePosition[]> {
  const rest = after ? sql`where (weight, id) < (${after.weight}::integer, ${after.id}::bigint)` : sql``;
  const { rows } = await db.execute<{ id: string; weight: number }>(sql`
    select id, weight from (${dueItems(now, horizon)}) due ${rest} order by weight desc, id desc limit ${limit}`);
  return rows.map(({ id, weight }) => ({ id: Number(id), weight }));
}

export async function countDue(db: Queries, now: Date, horizon: Date): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${dueItems(now, horizon)}) due`,
  );
  return rows[0]?.total ?? 0;
}

/** How many dates come up on each day (UTC) from `from` until before `to`; days without any are left out. */
export async function datesPerDay(db: Queries, from: Date, to: Date) {
  const { rows } = await db.execute<{ day: string; items: number }>(sql`
    select to_char(good_until at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as items
    from content
    where published_revision_id is not null and good_until >= ${from} and good_until < ${to}
    group by 1`);
  return new Map(rows.map(({ day, items }) => [day, items]));
}

const maxRemarks = 3;
/** Only this many of the newest comments are read. */
const commentsRead = 100;
const saysOutdated =
  "out[ -]?of[ -]?date|outdated|obsolete|deprecated|no longer (works?|true|valid|supported)";

/** What was said about these items since they were verified: by their authors, and by comments that call them outdated. */
export async function wordsAbout(db: Queries, ids: readonly number[]) {
  const { rows } = await db.execute<{
    id: string;
    word: { revision: number; note: string | null; saidAt: string } | null;
    remarks: { id: number; authorId: number; author: string; body: string; at: string }[];
  }>(sql`
    select content.id,
      (select json_build_object('revision', revision_number, 'note', note, 'saidAt', said_at) from still_true
        where content_id = content.id and (content.verified_at is null or said_at > content.verified_at)) as word,
      coalesce((
        select json_agg(json_build_object('id', id, 'authorId', author_id, 'author', name, 'body', left(body, 300),
          'at', created_at) order by created_at desc, id desc)
        from (
          select newest.*, users.name
          from (select id, author_id, body, created_at from comments
            where comments.content_id = content.id
            order by created_at desc, id desc limit ${commentsRead}) newest
          join users on users.id = newest.author_id
          where (content.verified_at is null or newest.created_at > content.verified_at) and body ~* ${saysOutdated}
          order by newest.created_at desc, newest.id desc limit ${maxRemarks}
        ) said), '[]'::json) as remarks
    from content where id = any(${sql.param([...ids])}::bigint[])`);
  return new Map(rows.map(({ id, ...words }) => [Number(id), words]));
}

/** Published items whose date lies between two moments, after a position; those that were asked about it are left out. */
export async function unaskedItems(
  db: Queries,
  { from, to, afterId, limit }: { from: Date; to: Date; afterId: number; limit: number },
) {
  return db
    .select({ id: content.id, verifiedAt: content.verifiedAt, goodUntil: content.goodUntil })
    .from(content)
    .where(
      and(
        sql`${content.publishedRevisionId} is not null and ${content.supersededBy} is null`,
        sql`${content.goodUntil} > ${from} and ${content.goodUntil} <= ${to} and ${content.id} > ${afterId}`,
        sql`not exists (select from asked_authors asked
          where asked.content_id = ${content.id} and asked.good_until = ${content.goodUntil})`,
      ),
    )
    .orderBy(content.id)
    .limit(limit);
}

/** Notes that the author is being asked about this date; false if somebody else has noted it, or the date is another. */
export async function claimAsking(tx: Transaction, contentId: number, goodUntil: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    insert into asked_authors (content_id, good_until)
    select id, good_until from content
    where id = ${contentId} and good_until = ${goodUntil} and published_revision_id is not null
    on conflict (content_id) do update set good_until = excluded.good_until
      where asked_authors.good_until <> excluded.good_until
    returning content_id`);
  return rows.length > 0;
}
