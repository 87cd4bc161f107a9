import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { asc } from "drizzle-orm";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Job } from "../db/jobs.ts";
import { jobs } from "../db/schema.ts";
import { createJobRunner, type JobKind, TryAgain } from "./jobs.ts";

const minute = 60_000;

let db: TestDatabase;
let ahead = 0;
let lines: string[] = [];
beforeAll(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await db.query.delete(jobs);
  lines = [];
});
afterAll(() => db.remove());

const clock = () => new Date(Date.now() + ahead);
const log = pino({}, { write: (line: string) => lines.push(line) });
/** A process that does jobs of one kind. */
function processOf(kind: Partial<JobKind<unknown>>) {
  const runner = createJobRunner({ db, clock, log });
  const queue = runner.define({ name: "test", atOnce: 2, atOnceOfOne: 2, leaseFor: 5 * minute, ...kind });
  return { ...runner, ...queue, runAll: () => runner.runDue("test") };
}
const rows = () => db.query.select().from(jobs).orderBy(asc(jobs.id));
const never = () => new Promise<void>(() => {});

test("a job is done once, by one of two processes, and leaves no row", async () => {
  const done: (string | null)[] = [];
  const run = async ({ key }: Job) => void done.push(key);
  const [one, other] = [processOf({ run }), processOf({ run })];
  const keys = Array.from({ length: 20 }, (_, number) => String(number));
  await one.add(
    db.query,
    keys.map((key) => ({ key, dueAt: clock() })),
  );
  await Promise.all([one.runAll(), other.runAll()]);
  expect(done.toSorted()).toEqual(keys.toSorted());
  expect(await rows()).toEqual([]);
});

test("of jobs with the same key the first is stored", async () => {
  const { add } = processOf({ run: never });
  await add(db.query, [{ key: "7", payload: { of: "the first" }, dueAt: clock() }]);
  await add(db.query, [{ key: "7", payload: { of: "the second" }, dueAt: clock() }]);
  expect(await rows()).toMatchObject([{ payload: { of: "the first" } }]);
});

test("a job whose process died is done once its lease has ended, and knows that it was interrupted", async () => {
  const dying = processOf({ run: never });
  await dying.add(db.query, [{ dueAt: clock() }]);
  void dying.runAll();
  await expect.poll(rows).toMatchObject([{ isLeased: true }]);
  const interrupted: boolean[] = [];
  const next = processOf({ run: async ({ wasInterrupted }) => void interrupted.push(wasInterrupted) });
  await next.runAll();
  expect(interrupted).toEqual([]);
  ahead += 6 * minute;
  await next.runAll();
  expect(interrupted).toEqual([true]);
});

test("what a killed process had begun is done by the next start, with a database server once its lease has ended", async () => {
  const dying = processOf({ run: never });
  await dying.add(db.query, [{ key: "begun", dueAt: clock() }]);
  void dying.runAll();
  await expect.poll(rows).toMatchObject([{ isLeased: true }]);
  const done: (string | null)[] = [];
  const next = processOf({ run: async ({ key }) => void done.push(key) });
  await next.start();
  if (db.engine !== "embedded") {
    await next.runAll();
    expect(done).toEqual([]);
    ahead += 6 * minute;
    await next.runAll();
  }
  await expect.poll(() => done).toEqual(["begun"]);
  await next.stop();
});

test("a job that fails is tried again after 30 seconds, then after a minute, and the operator sees why", async () => {
  let tries = 0;
  const runner = processOf({
    async run() {
      tries += 1;
      if (tries < 3) throw new Error("the disk is full");
    },
  });
  await runner.add(db.query, [{ dueAt: clock() }]);
  for (const [pause, tried] of [
    [0, 1],
    [29_000, 1],
    [2_000, 2],
    [59_000, 2],
    [2_000, 3],
  ] as const) {
    ahead += pause;
    await runner.runAll();
    expect(tries).toBe(tried);
    const failing = tried < 3 ? { failing: 1, lastFailure: "the disk is full" } : { failing: 0 };
    expect(await runner.figures()).toMatchObject([{ kind: "test", ...failing }]);
  }
  expect(lines.filter((line) => line.includes("a job failed; will try again"))).toHaveLength(2);
});

test("a job may say when it is tried again, which is no fault", async () => {
  const runner = processOf({
    run: async () => {
      throw new TryAgain("busy", new Date(clock().getTime() + 10 * minute));
    },
  });
  await runner.add(db.query, [{ dueAt: clock() }]);
  await runner.runAll();
  const [row] = await rows();
  expect(row).toMatchObject({ failure: "busy", attempts: 1, isLeased: false });
  expect(row?.dueAt.getTime()).toBeGreaterThan(clock().getTime() + 9 * minute);
  expect(lines).toEqual([]);
});

test("a job that the stop ends is another process's at once, as if it had not been begun", async () => {
  let end = () => {};
  const runner = processOf({
    run: () =>
      new Promise((_resolve, reject) => {
        end = () => reject(new Error("stopped"));
      }),
    stop: () => end(),
  });
  await runner.add(db.query, [{ dueAt: clock() }]);
  void runner.runAll();
  await expect.poll(rows).toMatchObject([{ isLeased: true }]);
  await runner.stop();
  expect(await rows()).toMatchObject([{ isLeased: false, attempts: 0, failure: null }]);
  expect((await rows())[0]?.dueAt.getTime()).toBeLessThanOrEqual(clock().getTime());
});

test("a process that was slower than its lease leaves the job to the one that has begun it since", async () => {
  let go = () => {};
  const done: number[] = [];
  const slow = processOf({
    run: () =>
      new Promise<void>((resolve) => {
        go = resolve;
      }),
    runWithin: async (_tx, held) => void done.push(held.length),
  });
  await slow.add(db.query, [{ dueAt: clock() }]);
  const late = slow.runAll();
  await expect.poll(rows).toMatchObject([{ isLeased: true }]);
  ahead += 6 * minute;
  void processOf({ run: never }).runAll();
  await expect.poll(rows).toMatchObject([{ attempts: 2 }]);
  go();
  await late;
  expect(done).toEqual([]);
  expect(await rows()).toHaveLength(1);
});

test("what a job did in the database is undone with it if it fails, and done once", async () => {
  let tries = 0;
  const runner = processOf({
    async runWithin(tx) {
      tries += 1;
      await runner.add(tx, [{ key: "next", dueAt: new Date(clock().getTime() + 60 * minute) }]);
      if (tries < 2) throw new Error("not yet");
    },
  });
  await runner.add(db.query, [{ key: "this", dueAt: clock() }]);
  await runner.runAll();
  expect(await rows()).toMatchObject([{ key: "this", attempts: 1 }]);
  ahead += minute;
  await runner.runAll();
  expect(await rows()).toMatchObject([{ key: "next", attempts: 0 }]);
});

test("jobs that come while others are done wait for the next look, so that many are one run", async () => {
  const runs: number[] = [];
  const runner = processOf({
    together: 10,
    pause: 10 * minute,
    async runWithin(tx, all) {
      runs.push(all.length);
      ahead += 1;
      await runner.add(tx, [{ dueAt: clock() }]);
      ahead += 1;
    },
  });
  runner.define({ name: "other" });
  await runner.add(db.query, [{ dueAt: clock() }, { dueAt: clock() }]);
  await runner.start();
  await expect.poll(rows).toHaveLength(1);
  // Its statements come after those of the run.
  await runner.runDue("other");
  expect(runs).toEqual([2]);
  await runner.stop();
});
