import { sql } from "drizzle-orm";
import type { Database } from "../../apps/server/src/db/database.ts";
import { medians, type Subject } from "../support/compare.ts";
import { type FilledApp, openFilledApp } from "../support/filled-app.ts";

const sizes = [100, 10_000, 100_000];
/** More than `medians` needs. */
const waiting = 400;
/** Members of every filled site: 1 is a verified admin, 2 the author of the waiting items. */
const [admin, author, reader] = [1, 2, 3];

/** What publishing costs by the number of notified members, and what a notification costs one of them. */
export async function scenario() {
  const sites = await Promise.all(sizes.map(openSiteOf));
  const measured = await medians(sites.flatMap(({ size, site, first }) => subjects(size, site, first)));
  const written = await Promise.all(sites.map(({ site }) => rowsOf(site.db)));
  await Promise.all(sites.map(({ site }) => site.close()));

  const of = (size: number, call: string) => measured.get(`${size} ${call}`) ?? Number.NaN;
  return sizes.map((size, index) => ({
    members: size,
    ...Object.fromEntries(
      calls.flatMap((call) => [
        [`${call}, ms`, Number(of(size, call).toFixed(3))],
        [`${call}, to 100`, Number((of(size, call) / of(100, call)).toFixed(2))],
      ]),
    ),
    // The members', the author's.
    "rows a publication": Number(((written[index] ?? 0) / published).toFixed(2)),
  }));
}

const calls = ["publish", "unread count", "first page"] as const;
let published = 0;

async function openSiteOf(size: number) {
  const site = await openFilledApp(10, 0);
  await addMembers(site.db, size);
  return { size, site, first: await addWaiting(site.db) };
}

function subjects(size: number, site: FilledApp, first: number): Subject[] {
  let next = first;
  const run: Record<(typeof calls)[number], () => Promise<void>> = {
    publish: () => {
      next += 1;
      published = next - first;
      return site.call("POST", `/admin/content/${next - 1}/approve`, admin, { revision: 1 });
    },
    "unread count": () => site.call("GET", "/notifications/unread-count", reader),
    "first page": () => site.call("GET", "/notifications?page=1", reader),
  };
  return calls.map((call) => ({ name: `${size} ${call}`, run: run[call] }));
}

async function addMembers(db: Database, size: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Otherwise it would update two rows for each of them.
    await tx.execute(sql`alter table users disable trigger users_keep_counts`);
    await tx.execute(sql`insert into users (name, email, role)
      select 'Member ' || n, 'member-' || n || '@example.test', 'User'
      from generate_series(1, ${size}::integer - (select count(*)::integer from users where role <> 'Admin')) n`);
    await tx.execute(sql`alter table users enable trigger users_keep_counts`);
  });
  await db.maintain("vacuum (analyze)");
}

/** Creates items that wait for review, with consecutive ids; returns the first id. */
async function addWaiting(db: Database): Promise<number> {
  const { rows } = await db.query.execute<{ id: string }>(sql`
    insert into content (author_id, status, latest_revision)
    select ${author}, 'Draft', 0 from generate_series(1, ${waiting}::integer) returning id`);
  const first = Number(rows[0]?.id);
  await db.query.execute(sql`
    insert into revisions (content_id, number, title, body, body_html, content_type, category_id, hash)
    select id, 1, 'Title ' || id, 'Words.', '<p>Words.</p>', 'Article', 1, decode(md5('w' || id) || md5('v' || id), 'hex')
    from content where id >= ${first}`);
  await db.query.execute(sql`
    update content set status = 'Pending', latest_revision = 1,
      pending_revision_id = (select id from revisions where content_id = content.id) where id >= ${first}`);
  return first;
}

async function rowsOf(db: Database): Promise<number> {
  const { rows } = await db.query.execute<{ n: string }>(sql`select count(*) as n from notifications`);
  return Number(rows[0]?.n);
}
