import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../apps/server/src/db/database.ts";
import { hashPassword } from "../../apps/server/src/modules/auth/passwords.ts";
import { makeLogTiles } from "../../tests/support/server/log-tiles.ts";
import { makeTexts, makeVocabulary } from "./texts.ts";

export interface Filling {
  /** Published items. Item 1 is the newest. */
  readonly items: number;
  /** Of each of the thousand newest; the others have two. */
  readonly comments: number;
  /** Bodies of 300 characters instead of 3.5 KB: for many items. */
  readonly short?: boolean;
  /** Members besides the readers, who only receive. */
  readonly members?: number;
  /** Items that wait for review; their ids follow those of the published ones. */
  readonly waiting?: number;
}

/** A verified admin, the author of all published items. */
export const admin = 1;
/** Members with sessions, interests, likes and notifications; their ids follow the admin's. */
export const readers = 500;
export const reader = (round: number) => admin + 1 + (round % readers);
export const password = "correct horse battery";
export const emailOf = (user: number) => `reader-${user - admin}@example.test`;
const notices = 60;
const likesEach = 20;
const differentBodies = 500;
const limit = 3_600_000;

/** The session that the filled site has for a user. */
export function sessionOf(user: number): string {
  const hex = createHash("md5").update(`session ${user}`).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Fills an empty, migrated database: published items a minute apart, each with its revision and its approving ledger
 * row. What triggers would derive row by row is written in bulk, with triggers and foreign keys off, and the indexes of
 * words are made afterwards.
 */
export async function fill(db: Database, filling: Filling): Promise<void> {
  await db.transaction((tx) => fillPeople(tx, filling), { limit });
  await db.transaction((tx) => fillItems(tx, filling), { limit });
  await db.maintain("vacuum (analyze)");
}

async function fillPeople(tx: Transaction, { members = 0 }: Filling): Promise<void> {
  const hash = await hashPassword(password);
  // It would update two rows once for each of them.
  await tx.execute(sql`alter table users disable trigger users_keep_counts`);
  await tx.execute(sql`insert into users (name, email, role, verified_at, email_confirmed_at)
    values ('Author', 'author@example.test', 'Admin', now(), now())`);
  await tx.execute(sql`insert into users (name, email, role, email_confirmed_at, password_hash, interests)
    select 'Reader ' || n, 'reader-' || n || '@example.test', 'User', now(), ${hash},
      array[(select name from categories where id = 1 + n % 5)]
    from generate_series(1, ${readers}::int) n`);
  await tx.execute(sql`insert into users (name, email, role)
    select 'Member ' || n, 'member-' || n || '@example.test', 'User' from generate_series(1, ${members}::int) n`);
  await tx.execute(sql`alter table users enable trigger users_keep_counts`);
  await tx.execute(sql`select add_to_count('users', ${1 + readers + members}::int),
    add_to_count('members', ${readers + members}::int)`);
  await tx.execute(sql`insert into sessions (id, user_id, refresh_token_hash)
    select md5('session ' || id)::uuid, id, decode(md5('a' || id) || md5('b' || id), 'hex')
    from users where id <= ${admin + readers}`);
  await tx.execute(sql`insert into notifications (audience_id, type, message, sub_message, url, created_at)
    select 1, 'Article', 'A new article ' || n, 'It was verified [Read]', '/article/' || n, now() - (n || ' hours')::interval
    from generate_series(1, ${notices}::int) n order by n desc`);
}

async function fillItems(tx: Transaction, { items, comments, short = false, waiting = 0 }: Filling) {
  await tx.execute(sql`set local session_replication_role = replica`);
  await withoutIndexes(tx, ["content_published_search", "content_desk_title"], async () => {
    await fillWords(tx, short);
    await fillRevisions(tx, items, waiting);
    await tx.execute(sql`insert into ledger (seq, content_id, revision_id, revision_number, revision_hash, decision,
        reviewer_id, reviewer_salt, decided_at, previous_hash, hash)
      select id, id, id, 1, hash, 'approved', ${admin}, sha256(id::text::bytea), created_at,
        decode(md5((id - 1)::text) || md5('x' || (id - 1)::text), 'hex'), hash
      from revisions where id <= ${items}`);
    await tx.execute(
      sql`insert into ledger_leaves select seq, leaf, sha256(leaf::bytea)
        from ledger, concat('{"content":', seq, '}') leaf`,
    );
    await makeLogTiles(tx);
    await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
        published_review, published_at, published_category_id, published_content_type, published_title,
        published_search, comments, likes, created_at, desk_revision_id, desk_title, desk_content_type,
        desk_category_id, last_decision)
      select id, ${admin}, 'Published', 1, id, id, created_at, category_id, content_type, title,
        setweight(rare.search || common.search, 'A') || texts.search,
        case when id <= 1000 then ${comments}::int else 2 end, 0, created_at, id, title, content_type, category_id, id
      from revisions
      join bench_words rare on rare.n = ${rareWord}
      join bench_words common on common.n = ${commonWord}
      join bench_texts texts on texts.n = revisions.id % ${differentBodies}
      where id <= ${items}`);
    await tx.execute(sql`insert into content (id, author_id, status, latest_revision, pending_revision_id, created_at,
        desk_revision_id, desk_title, desk_content_type, desk_category_id, waiting_since)
      select id, ${admin + 1}, 'Pending', 1, id, created_at, id, title, content_type, category_id, created_at
      from revisions where id > ${items}`);
  });
  await tx.execute(sql`insert into comments (content_id, author_id, body, body_html, created_at)
    select id, ${admin + 1} + (id + m) % ${readers}, said, '<p>' || said || '</p>', created_at + (m || ' seconds')::interval
    from revisions cross join generate_series(1, greatest(2, ${comments}::int)) m
      cross join lateral (select substr(body, 1 + 100 * (m % 3), 180) as said) as words
    where id <= ${items} and (m <= 2 or id <= 1000)`);
  await fillLikes(tx, items);
  await fillCounts(tx, items, waiting);
}

/** Words of the title of the revision with this id. */
const rareWord = sql`5000 + revisions.id % 15000`;
const commonWord = sql`(revisions.id::bigint * 7919) % 5000`;

/** The vocabulary and the bodies, with their vectors: made once, not once for each item. */
async function fillWords(tx: Transaction, short: boolean): Promise<void> {
  const vocabulary = makeVocabulary();
  const texts = makeTexts(differentBodies, vocabulary, short);
  await tx.execute(sql`create temp table bench_words on commit drop as
    select (place - 1)::int as n, word, search_vector(word) as search
    from unnest(${sql.param(vocabulary)}::text[]) with ordinality as words (word, place)`);
  await tx.execute(sql`create temp table bench_texts on commit drop as
    select (place - 1)::int as n, body, html, setweight(search_vector(body), 'D') as search
    from unnest(${sql.param(texts.map(({ body }) => body))}::text[], ${sql.param(texts.map(({ html }) => html))}::text[])
      with ordinality as texts (body, html, place)`);
  await tx.execute(sql`insert into title_words select word from bench_words on conflict do nothing`);
  await tx.execute(sql`analyze bench_words, bench_texts`);
}

async function fillRevisions(tx: Transaction, items: number, waiting: number): Promise<void> {
  await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, excerpt, content_type, category_id,
      hash, created_at)
    select revisions.id, revisions.id, 1, 'Notes on ' || rare.word || ' and ' || common.word, body, html, left(body, 240), 'Article', 1 + revisions.id % 5,
      decode(md5(revisions.id::text) || md5('x' || revisions.id::text), 'hex'),
      date_trunc('minute', now()) - (revisions.id || ' minutes')::interval
    from generate_series(1, ${items + waiting}::int) as revisions (id)
    join bench_words rare on rare.n = ${rareWord}
    join bench_words common on common.n = ${commonWord}
    join bench_texts texts on texts.n = revisions.id % ${differentBodies}`);
}

async function fillLikes(tx: Transaction, items: number): Promise<void> {
  await tx.execute(sql`insert into likes (content_id, user_id)
    select distinct 1 + (u * 37 + m * 101) % ${items}::int, ${admin} + u
    from generate_series(1, ${readers}::int) u, generate_series(1, ${likesEach}::int) m`);
  await tx.execute(sql`update content set likes = given.total
    from (select content_id, count(*)::int as total from likes group by 1) given where given.content_id = content.id`);
}

async function fillCounts(tx: Transaction, items: number, waiting: number): Promise<void> {
  await tx.execute(sql`insert into content_counts (author_id, status, total)
    values (${admin}, 'Published', ${items}::int), (${admin + 1}, 'Pending', ${waiting}::int)`);
  await tx.execute(sql`select add_to_count('items Published', ${items}::int),
    add_to_count('items Pending', ${waiting}::int), add_to_count('items waiting', ${waiting}::int)`);
  await tx.execute(
    sql`update categories set posts = (select count(*) from content where published_category_id = categories.id)`,
  );
  await tx.execute(sql`select setval(pg_get_serial_sequence('content', 'id'), ${items + waiting}::int),
    setval(pg_get_serial_sequence('revisions', 'id'), ${items + waiting}::int)`);
}

/** Drops these indexes, runs the work, and makes them again: quicker than adding to them row by row. */
async function withoutIndexes(tx: Transaction, names: string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await tx.execute<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where indexname = any(${sql.param(names)}::text[])`,
  );
  for (const name of names) await tx.execute(sql`drop index ${sql.identifier(name)}`);
  await work();
  await tx.execute(sql`set local maintenance_work_mem = '128MB'`);
  for (const { indexdef } of rows) await tx.execute(sql.raw(indexdef));
}
