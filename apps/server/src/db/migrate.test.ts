import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
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

  expect(applied[0]).toBe("0001_functions_and_jobs.sql");
  expect(await tableExists("users")).toBe(true);
  expect(await migrate(database)).toEqual([]);
});

test("the statements of 1.0.0 are as they were released", async () => {
  await database.query.execute(sql`drop schema public cascade`);
  await database.query.execute(sql`create schema public`);
  await migrate(database, { until: "0016_first_rows.sql" });

  const { rows } = await database.query.execute(
    sql`select encode(sha256(string_agg(hash, '' order by name)::bytea), 'hex') as all_hashes from schema_migrations`,
  );
  expect(rows[0]?.all_hashes).toBe("96228b2c2e3eac5ec002ddc6817dc906e230c1350dfb22f18ba7fa8ae9a1ae3d");
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

test("data from before the first release are refused in one sentence, and stay as they are", async () => {
  const applied = ["0001_accounts.sql", "0002_content.sql"];
  await database.query.execute(sql`create table users_of_before (id int)`);
  await database.query.execute(
    sql`create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz(3) not null)`,
  );
  await database.query.execute(
    sql`insert into schema_migrations select name, '', now() from unnest(${sql.param(applied)}::text[]) name`,
  );

  await expect(migrate(database)).rejects.toThrow(
    /^The database was changed by 0001_accounts.sql, which this version of Cairn does not have: start the version that changed it, or choose another DATA_DIR or DATABASE_URL$/,
  );
  expect(await tableExists("users_of_before")).toBe(true);
  expect(await problemOfApplied(applied)).toBe(
    "it was made with 0001_accounts.sql, which this version of Cairn does not have",
  );
});
