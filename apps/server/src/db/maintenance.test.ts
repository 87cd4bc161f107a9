import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openTestDatabase, silentLog, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "./database-interface.ts";
import { type Maintenance, startMaintenance } from "./maintenance.ts";

const hour = 3_600_000;

let database: TestDatabase;
let maintenance: Maintenance;
beforeEach(async () => {
  database = await openTestDatabase();
  // Only what a test calls: on a busy machine a timer's own checkpoint would come in between.
  maintenance = startMaintenance(database, silentLog, { checkpointEvery: hour, vacuumEvery: hour });
  await database.query.execute(sql`create table pile (id int, filler text)`);
});
afterEach(async () => {
  vi.useRealTimers();
  await maintenance.stop();
  await database.remove();
});

const analysed = "vacuum (analyze) public.pile";

/** The same database, but for some of its members. */
const like = (original: Database, members: Partial<Database>): Database =>
  Object.assign(Object.create(original, {}), { query: original.query, ...members });

const fill = (rows: number) =>
  database.query.execute(
    sql`insert into pile select n, repeat('x', 500) from generate_series(1, ${rows}::int) n`,
  );

test("after a start every table is vacuumed and analysed once, then only those that have changed", async () => {
  await fill(2_000);

  expect(await maintenance.vacuum()).toEqual(expect.arrayContaining(["public.pile", "public.users"]));
  await maintenance.vacuum();
  expect(await maintenance.vacuum()).toEqual([]);

  await database.query.execute(sql`delete from pile where id <= 1000`);
  expect(await maintenance.vacuum()).toContain("public.pile");
  const { rows } = await database.query.execute(sql`
    select n_dead_tup::int as dead, reltuples::int as living
    from pg_stat_user_tables join pg_class on oid = relid where pg_stat_user_tables.relname = 'pile'`);
  expect(rows).toEqual([{ dead: 0, living: 1_000 }]);
});

test("a checkpoint is taken when the write-ahead log has grown, so that its files stay few", async () => {
  expect(await maintenance.checkpoint()).toBe(false);

  for (let round = 0; round < 6; round += 1) {
    await fill(40_000);
    expect(await maintenance.checkpoint()).toBe(true);
  }

  const segments = (await readdir(join(database.dataDir, "db", "pg_wal"))).filter((name) =>
    /^[0-9A-F]{24}$/.test(name),
  );
  expect(segments.length).toBeLessThanOrEqual(5);
});

test("maintenance runs by itself, one task at a time, and stops on request", async () => {
  await maintenance.stop();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let running = 0;
  let most = 0;
  const done: string[] = [];
  const maintain = async (statement: string) => {
    running += 1;
    most = Math.max(most, running);
    await database.maintain(statement);
    running -= 1;
    done.push(statement);
  };

  maintenance = startMaintenance(like(database, { maintain }), silentLog, { walLimit: 0 });
  vi.advanceTimersByTime(hour);
  await expect
    .poll(() => done, { timeout: 20_000 })
    .toEqual(expect.arrayContaining(["checkpoint", analysed]));
  await maintenance.stop();
  done.length = 0;
  vi.advanceTimersByTime(hour);
  await maintenance.stop();

  expect(most).toBe(1);
  expect(done).toEqual([]);
});

test("a running server schedules its own maintenance", async () => {
  await maintenance.stop();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const maintain = vi.fn(async () => {});

  maintenance = startMaintenance(like(database, { engine: "server", maintain }), silentLog, { walLimit: 0 });
  vi.advanceTimersByTime(hour);
  await maintenance.stop();

  expect(maintain).not.toHaveBeenCalled();
});
