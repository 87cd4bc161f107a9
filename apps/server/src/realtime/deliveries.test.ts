import { expect, test } from "vitest";
import { createDeliveries } from "./deliveries.ts";

function setUp(limit = 100) {
  const lost: unknown[] = [];
  const done: string[] = [];
  const deliveries = createDeliveries({ limit, onLost: (reason) => lost.push(reason) });
  const add = (key: string, work = async () => {}) =>
    deliveries.add(key, async () => {
      await work();
      done.push(key);
    });
  /** Resolves when all that was added before is done. */
  const settled = () => new Promise<void>((resolve) => deliveries.add("the end", async () => resolve()));
  return { add, done, lost, settled };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

test("deliveries keep their order, even when one is slow", async () => {
  const { add, done, settled } = setUp();
  const slow = gate();
  add("1", () => slow.opened);
  add("2");
  add("3");
  slow.open();
  await settled();
  expect(done).toEqual(["1", "2", "3"]);
});

test("a waiting delivery is not queued again; one in flight is, since its row may have changed", async () => {
  const { add, done, settled } = setUp();
  const slow = gate();
  add("count", () => slow.opened);
  for (let times = 0; times < 5; times += 1) add("count");
  add("other");
  slow.open();
  await settled();
  expect(done).toEqual(["count", "count", "other"]);
});

test("a failure is reported, waiting deliveries are dropped, and later ones are done", async () => {
  const { add, done, lost, settled } = setUp();
  const failure = new Error("the database was away");
  add("1", () => Promise.reject(failure));
  add("2");
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  add("3");
  await settled();
  expect(lost).toEqual([failure]);
  expect(done).toEqual(["3"]);
});

test("the queue is limited: beyond the limit everything is dropped, and that is reported", async () => {
  const { add, done, lost, settled } = setUp(3);
  const slow = gate();
  add("under way", () => slow.opened);
  for (const key of ["1", "2", "3", "4"]) add(key);
  expect(lost).toHaveLength(1);
  slow.open();
  await settled();
  expect(done).toEqual(["under way"]);
});
