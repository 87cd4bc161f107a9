import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestDatabase } from "@tests/support/server/database.ts";
import { nextLine, startDatabaseProcess } from "@tests/support/server/test-process.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { migrate } from "../migrate.ts";

test("a process killed during a migration leaves the old state, and the next one finishes the migration", async () => {
  const database = await openTestDatabase();
  // As if nothing had been applied yet: this test brings its own migration.
  await database.query.execute(sql`drop table schema_migrations`);
  const folder = await mkdtemp(join(tmpdir(), "cairn-migrations-"));
  const write = (text: string) => writeFile(join(folder, "9001_a.sql"), text);
  await write("create table a (id int); select pg_sleep(60); create table b (id int);");
  await database.close();
  const tables = join(database.dataDir, "db", "base", "5");
  const filesBefore = (await readdir(tables)).length;

  const migrating = startDatabaseProcess("migrate", database.dataDir, folder);
  expect(await nextLine(migrating)).toBe(`open ${migrating.pid}`);
  await expect
    .poll(async () => (await readdir(tables)).length, { timeout: 20_000 })
    .toBeGreaterThan(filesBefore);
  await migrating.kill();

  const after = await openTestDatabase({ dataDir: database.dataDir });
  const { rows } = await after.query.execute(sql`select to_regclass('a') is not null as exists`);
  expect(rows).toEqual([{ exists: false }]);
  await write("create table a (id int); create table b (id int);");
  expect(await migrate(after, { folder })).toEqual(["9001_a.sql"]);
  await after.remove();
  await rm(folder, { recursive: true });
});
