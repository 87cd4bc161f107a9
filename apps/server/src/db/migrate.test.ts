import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { insertItem, insertRevision, setReviewState } from "../modules/content/revisions.repository.ts";
import { insertUser } from "../modules/users/users.repository.ts";
import { wrongCounts } from "../verification/site/counters.repository.ts";
import { MigrationRefused } from "./errors.ts";
import { migrate, problemOfApplied } from "./migrate.ts";

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
  // As if nothing had been applied yet: these tests bring their own migrations.
  await database.query.execute(sql`drop table schema_migrations`);
  folder = await mkdtemp(join(tmpdir(), "cairn-migrations-"));
});
afterEach(async () => {
  await database.remove();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const tableExists = async (name: string) => {
  const { rows } = await database.query.execute(sql`select to_regclass(${name}) is not null as exists`);
  return rows[0]?.exists;
};

test("after Cairn's own migrations none is pending", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);

  const applied = await migrate(database);

  expect(applied[0]).toBe("0001_basics.sql");
  expect(await tableExists("users")).toBe(true);
  expect(await migrate(database)).toEqual([]);
});

test("new migrations are applied in order, once", async () => {
  await write("9002_b.sql", "insert into a values (1); insert into a values (2);");
  await write("9001_a.sql", "create table a (id int);");

  expect(await migrate(database, { folder })).toEqual(["9001_a.sql", "9002_b.sql"]);
  expect(await migrate(database, { folder })).toEqual([]);
  const { rows } = await database.query.execute(sql`select id from a order by id`);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a failed migration leaves no trace, and those before it stay", async () => {
  await write("9001_a.sql", "create table a (id int);");
  await write("9002_b.sql", "create table b (id int); insert into nowhere values (1);");

  await expect(migrate(database, { folder })).rejects.toMatchObject({ code: "42P01" });
  expect([await tableExists("a"), await tableExists("b")]).toEqual([true, false]);

  await write("9002_b.sql", "create table b (id int);");
  expect(await migrate(database, { folder })).toEqual(["9002_b.sql"]);
});

test("an applied migration that was changed is refused by name; its comments and line endings may change", async () => {
  await write("9001_a.sql", "-- Ann's\ncreate table a (id int, name text default '-- b');\n");
  await migrate(database, { folder });

  for (const same of [
    "-- Ann's\r\ncreate table a (id int, name text default '-- b');\r\n",
    "-- Of Ann.\ncreate table a (id int, -- her number\n  name text default '-- b');",
  ]) {
    await write("9001_a.sql", same);
    expect(await migrate(database, { folder })).toEqual([]);
  }

  for (const other of ["id bigint, name text default '-- b'", "id int, name text default '--  b'"]) {
    await write("9001_a.sql", `create table a (${other});`);
    await expect(migrate(database, { folder })).rejects.toThrow("9001_a.sql was changed");
  }
});

test("records of Cairn's first migrations, which cover their comments, are taken", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  await migrate(database);
  // As the first landed version recorded it.
  const recorded = "0183c1ab6d53dfd55e1c4e1e7c2b5a80d5473da92bd4e469df298de2e3cbd13b";
  await database.query.execute(
    sql`update schema_migrations set hash = ${recorded} where name = '0001_basics.sql'`,
  );
  expect(await migrate(database)).toEqual([]);
});

test("what the server's own runs of code left is taken back from authors, and nothing else", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  await migrate(database, { until: "0018_verified_admins.sql" });
  // Of a later migration: revisions are written with it.
  await database.query.execute(
    sql`alter table revisions add column summary text not null default '', add column cover_key text`,
  );
  const storage = async () =>
    (await database.query.execute(sql`select user_id::int, bytes::int from member_storage order by 1`)).rows;
  const at = new Date();
  const body = "```js check\n1\n```";
  const person = { role: "TechWriter" as const, passwordHash: null, phone: null, createdAt: at };
  const ids = await database.transaction(async (tx) => {
    const items: number[] = [];
    for (const name of ["Ann", "Ben"]) {
      const author = { ...person, name, email: `${name.toLowerCase()}@example.test`, emailConfirmedAt: at };
      const { id: authorId } = await insertUser(tx, author);
      const id = await insertItem(tx, authorId, at);
      const draft = {
        ...{ title: name, body, bodyHtml: body, excerpt: "", contentType: "Article" as const },
        ...{ categoryId: 1, media: null, poster: null },
      };
      const { id: revisionId } = await insertRevision(tx, { id, authorId, latestRevision: 0 }, draft, at);
      await setReviewState(tx, id, { status: "Pending", pendingRevisionId: revisionId });
      items.push(id);
    }
    return items;
  });
  const before = await storage();
  const results = JSON.stringify([{ block: 1, output: "x".repeat(1000) }]);
  await database.query.execute(sql`update code_checks set engines = 'an engine', ran_at = now(), results = ${results}
    where revision_id = (select min(revision_id) from code_checks)`);
  await database.query.execute(sql`insert into standing_reasons (content_id, kind, text, since)
    select ${ids[0]}, kind, 'Why', now() from unnest('{code,links,review}'::text[]) kind`);
  expect(await storage()).not.toEqual(before);

  await migrate(database, { until: "0019_code_in_browsers.sql" });

  expect(await storage()).toEqual(before);
  const { rows } = await database.query.execute(sql`select kind from standing_reasons order by kind`);
  expect(rows).toEqual([{ kind: "links" }, { kind: "review" }]);
  await expect(
    database.query.execute(sql`insert into standing_reasons values (${ids[0]}, 'code', '', 'Why', now())`),
  ).rejects.toMatchObject({ constraint: "standing_reasons_kind_check" });
  const left = await database.query.execute(sql`
    select proname from pg_proc where pronamespace = 'public'::regnamespace and proname ~ 'checks'`);
  expect(left.rows).toEqual([]);
  expect(await wrongCounts(database.query, "bytes of members")).toEqual([]);
});

test("what waited when senders were given turns is sent in its recipients' turns, and links have an owner", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  await migrate(database, { until: "0019_code_in_browsers.sql" });
  const at = new Date();
  const facts = { role: "TechWriter" as const, passwordHash: null, phone: null, createdAt: at };
  const author = await database.transaction(async (tx) => {
    const person = { ...facts, name: "Ann", email: "ann@example.test", emailConfirmedAt: at };
    const { id } = await insertUser(tx, person);
    const item = await insertItem(tx, id, at);
    await tx.execute(
      sql`insert into links (url, host, next_ask_at) values ('https://a.test/', 'a.test', now())`,
    );
    await tx.execute(
      sql`insert into item_links (content_id, link_id, place) select ${item}, id, 0 from links`,
    );
    await tx.execute(sql`insert into mails (recipient, subject, sealed_text, queued_at, due_at, give_up_at)
      values ('ann@example.test', 'A subject', '\x01', now(), now(), now())`);
    await tx.execute(sql`insert into sessions (id, user_id, refresh_token_hash, created_at, last_used_at)
      values (gen_random_uuid(), ${id}, sha256('1'), now(), now())`);
    await tx.execute(sql`insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, created_at)
      select id, user_id, 'https://push.test/1', 'key', 'secret', now() from sessions`);
    await tx.execute(sql`
      insert into notifications (audience_id, except_id, except_position, type, message, sub_message, created_at)
      select id, null, null, 'System', 'A notice', 'Words [View]', now() from audiences where user_id = ${id}`);
    await tx.execute(sql`insert into pushes (subscription_id, notification_id, due_at, give_up_at)
      select push_subscriptions.id, notifications.id, now(), now() from push_subscriptions, notifications`);
    return id;
  });

  await migrate(database);

  const { rows } = await database.query.execute(sql`select (select sender from mails) as mail,
    (select sender from pushes) as push, (select owner_id::int from links) as link`);
  expect(rows).toEqual([{ mail: "ann@example.test", push: `member ${author}`, link: author }]);
});

test("a database of a newer version is refused with the migrations that this version lacks", async () => {
  await write("9001_a.sql", "create table a (id int);");
  await write("9002_b.sql", "create table b (id int);");
  await migrate(database, { folder });
  await rm(join(folder, "9002_b.sql"));

  await expect(migrate(database, { folder })).rejects.toThrow(
    "9002_b.sql, which this version of Cairn does not have",
  );
});

test("a new migration with a number below applied ones is refused", async () => {
  await write("9002_b.sql", "create table b (id int);");
  await migrate(database, { folder });
  await write("9001_a.sql", "create table a (id int);");

  await expect(migrate(database, { folder })).rejects.toThrow("numbered before 9002_b.sql");
});

test.each(["9001_b.sql", "12_short.sql", "9002-dash.sql"])(
  "a misnamed migration is refused: %s",
  async (name) => {
    await write("9001_a.sql", "create table a (id int);");
    await write(name, "create table b (id int);");

    await expect(migrate(database, { folder })).rejects.toThrow(MigrationRefused);
    expect(await tableExists("a")).toBe(false);
  },
);

test("two processes that migrate at once apply each migration once", async () => {
  await write("9001_a.sql", "create table a (id int);");

  const applied = await Promise.all([migrate(database, { folder }), migrate(database, { folder })]);

  expect(applied.flat()).toEqual(["9001_a.sql"]);
});

test("data from before the first release are refused in one sentence that says what to do, and stay as they are", async () => {
  await database.query.execute(sql`
    create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz(3) not null);
    insert into schema_migrations values ('0001_accounts.sql', '', now()), ('0002_content.sql', '', now());
    create table users_of_before (id int)`);

  await expect(migrate(database)).rejects.toThrow(
    /^The database was made by a version of Cairn before the first release, whose data no later version reads: choose another DATA_DIR or DATABASE_URL, or empty this one$/,
  );
  expect(await tableExists("users_of_before")).toBe(true);
  expect(await problemOfApplied(["0001_accounts.sql", "0002_content.sql"])).toBe(
    "it was made by a version of Cairn before the first release, whose data no later version reads",
  );
});
