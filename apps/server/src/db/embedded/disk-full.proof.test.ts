import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { copyTemplate, openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { mountSmallDisk, type SmallDisk } from "@tests/support/server/small-disk.ts";
import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { isDiskFull } from "../../lib/disk-full.ts";

const probe = mountSmallDisk(1);
const refused = "refused" in probe ? probe.refused : null;
if (!("refused" in probe)) probe.remove();

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A database on a disk of its own, with a table of one row. */
async function openOnSmallDisk(megabytes: number): Promise<{ disk: SmallDisk; database: TestDatabase }> {
  const disk = mountSmallDisk(megabytes);
  if ("refused" in disk) throw new Error(disk.refused);
  cleanUps.push(() => disk.remove());
  const dataDir = await copyTemplate(disk.directory);
  const database = await openTestDatabase({ dataDir, reserve: true });
  cleanUps.push(() => database.close());
  await database.query.execute(sql`create table notes (body text)`);
  await database.query.execute(sql`insert into notes values ('kept')`);
  return { disk, database };
}

const segments = async (database: TestDatabase) =>
  (await readdir(join(database.dataDir, "db", "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name));

/** Grows the log by a megabyte and nothing else. */
const growLog = (database: TestDatabase) =>
  database.query.execute(sql`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`);

const notes = async (database: TestDatabase) =>
  (await database.query.execute<{ body: string }>(sql`select left(body, 4) as body from notes`)).rows;

test("on a full disk the write-ahead log uses its reserve, reads are answered and writes are refused", async ({
  skip,
}) => {
  if (refused) skip(`this machine does not let a test mount a disk: ${refused}`);
  const { disk, database } = await openOnSmallDisk(128);
  await expect.poll(async () => (await segments(database)).length, { timeout: 20_000 }).toBe(4);

  disk.fill();
  const insert = database.query.execute(
    sql`insert into notes select repeat('lost', 500) from generate_series(1, 5000)`,
  );
  const refusal = await insert.catch((error: unknown) => error);
  for (let checkpoint = 0; checkpoint < 4; checkpoint += 1) {
    for (let megabyte = 0; megabyte < 20; megabyte += 1) await growLog(database);
    await database.maintain("checkpoint");
  }

  expect(isDiskFull(refusal)).toBe(true);
  expect(await notes(database)).toEqual([{ body: "kept" }]);
  expect(database.figures.restarts).toBe(0);

  disk.free();
  await database.query.execute(sql`insert into notes values ('more')`);
  expect(await notes(database)).toEqual([{ body: "kept" }, { body: "more" }]);
});
