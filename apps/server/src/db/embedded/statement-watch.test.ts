import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StatementWatch } from "./statement-watch.ts";

let running: Int32Array<SharedArrayBuffer>;
let hung: number[];
let watch: StatementWatch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  running = new Int32Array(new SharedArrayBuffer(8));
  hung = [];
  watch = new StatementWatch(running, (limit) => hung.push(limit));
  watch.allow(1, 3_000);
  watch.allow(2, 60_000);
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

/** What the worker does when a statement starts, and again when it ends. */
const mark = (connection: number) => {
  Atomics.store(running, 1, connection);
  Atomics.add(running, 0, 1);
};

test("a statement that runs longer than its connection allows is reported with the limit", () => {
  mark(1);
  vi.advanceTimersByTime(3_000);
  expect(hung).toEqual([]);

  vi.advanceTimersByTime(400);
  expect(hung[0]).toBe(3_000);
});

test("each connection has a limit of its own", () => {
  mark(2);
  vi.advanceTimersByTime(59_000);

  expect(hung).toEqual([]);
});

test("many short statements do not count as a long one, nor an idle backend as a hung one", () => {
  for (let count = 0; count < 100; count += 1) {
    mark(1);
    vi.advanceTimersByTime(1_000);
    mark(1);
  }
  vi.advanceTimersByTime(100_000);

  expect(hung).toEqual([]);
});

test("time during which the whole process was suspended does not count", () => {
  mark(1);
  vi.advanceTimersByTime(1_000);
  const now = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => now + 3_600_000);
  vi.advanceTimersByTime(100);

  expect(hung).toEqual([]);
});
