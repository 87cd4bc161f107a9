import { copyFile, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/server/database.ts";
import { MigrationRefused } from "./errors.ts";
import { migrate } from "./migrate.ts";

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

  expect(applied[0]).toBe("0001_accounts.sql");
  expect(await tableExists("users")).toBe(true);
  expect(await migrate(database)).toEqual([]);
});

test("an upgrade keeps queued mail and revoked grants, and drops used links", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  const own = join(import.meta.dirname, "migrations");
  const before = (await readdir(own)).filter((name) => name < "0013");
  for (const name of before) await copyFile(join(own, name), join(folder, name));
  await migrate(database, { folder });
  await database.query.execute(sql`
    insert into users (id, name, email, role, email_confirmed_at, verified_at) values
      (1, 'Head', 'head@example.test', 'Admin', now(), now()),
      (2, 'Revoked', 'revoked@example.test', 'Admin', now(), null),
      (3, 'New', 'new@example.test', 'Admin', null, null)`);
  await database.query.execute(sql`
    insert into admin_actions (admin_id, kind, subject_id, subject, done_at) values
      (1, 'userUnverified', 2, 'Revoked', now()), (1, 'userUpdated', 3, 'New', now())`);
  await database.query.execute(sql`
    insert into account_links (token_hash, user_id, purpose, email, expires_at) values
      (decode(repeat('01', 32), 'hex'), 1, 'confirmEmail', 'head@example.test', now()),
      (decode(repeat('02', 32), 'hex'), 1, 'setPassword', null, now()),
      (decode(repeat('03', 32), 'hex'), 3, 'confirmEmail', 'new@example.test', now())`);
  await database.query.execute(sql`
    insert into mails (recipient, subject, body, queued_at, due_at, give_up_at, sent_at) values
      ('new@example.test', 'Waiting', 'words', now(), now(), now(), null),
      ('new@example.test', 'Sent', null, now(), now(), now(), now())`);

  await migrate(database);

  const found = async (query: ReturnType<typeof sql>) => (await database.query.execute(query)).rows;
  expect(await found(sql`select id::int from users where grant_revoked order by id`)).toEqual([{ id: 2 }]);
  expect(await found(sql`select user_id::int, purpose from account_links order by user_id`)).toEqual([
    { user_id: 1, purpose: "setPassword" },
    { user_id: 3, purpose: "confirmEmail" },
  ]);
  expect(await found(sql`select subject, body from mails order by id`)).toEqual([
    { subject: "Waiting", body: "words" },
    { subject: "Sent", body: null },
  ]);
});

test("an upgrade counts the bytes already stored, texts included, by owner and files in total", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  await migrate(database, { until: "0014" });
  const key = (name: string) => `${name.repeat(8)}.png`;
  const files = { "1a": 100, "1b": 20, "1c": 3, "2a": 4_000, "0a": 50_000, "1d": 600_000 };
  await database.transaction(async (tx) => {
    for (const [name, bytes] of Object.entries(files)) {
      const erasedAt = name === "1d" ? sql`now()` : sql`null`;
      await tx.execute(sql`
        insert into media (key, type, bytes, sha256, erased_at)
        values (${key(name)}, 'image/png', ${bytes}, sha256(convert_to(${name}, 'UTF8')), ${erasedAt})`);
    }
    await tx.execute(sql`
      insert into users (id, name, email, role, avatar_key, avatar_small_key) values
        (1, 'One', 'one@example.test', 'TechWriter', ${key("1c")}, ${key("1c")}),
        (2, 'Two', 'two@example.test', 'User', ${key("2a")}, ${key("2a")})`);
    await tx.execute(sql`insert into content (id, author_id, status) values (1, 1, 'Draft')`);
    await tx.execute(sql`
      insert into revisions (content_id, number, title, body, body_html, content_type, category_id, hash, media_key, poster_key)
      select 1, number, 'Stones', 'Words', '', 'Article', 1, sha256(convert_to(number::text, 'UTF8')), file, poster
      from (values (1, ${key("1a")}, ${key("1b")}), (2, ${key("1a")}, null), (3, ${key("1d")}, null)) old (number, file, poster)`);
  });

  await migrate(database);

  const found = async (query: ReturnType<typeof sql>) => (await database.query.execute(query)).rows;
  expect(await found(sql`select user_id::int, bytes::int from member_storage order by user_id`)).toEqual([
    // Three files, and three revisions of eleven letters with what a row takes.
    { user_id: 1, bytes: 123 + 3 * 1_011 },
    { user_id: 2, bytes: 4_000 },
  ]);
  expect(await found(sql`select bytes::int from site_storage`)).toEqual([{ bytes: 54_123 }]);
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

test("an applied migration that was changed is refused by name; changed line endings are allowed", async () => {
  await write("9001_a.sql", "create table a (id int);\n");
  await migrate(database, { folder });

  await write("9001_a.sql", "create table a (id int);\r\n");
  expect(await migrate(database, { folder })).toEqual([]);

  await write("9001_a.sql", "create table a (id bigint);\n");
  await expect(migrate(database, { folder })).rejects.toThrow("9001_a.sql was changed");
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
