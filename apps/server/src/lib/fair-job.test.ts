import { expect, test, vi } from "vitest";
import { createFairJob } from "./fair-job.ts";

interface Unit {
  readonly of: string;
  readonly name: string;
  end(): void;
  fail(error: Error): void;
}

/** Work of several senders, whose units end when the test says so. */
function work(waiting: Record<string, string[]>, atOnce: number, atOnceOfOne: number) {
  const running: Unit[] = [];
  const begun: string[] = [];
  const onFailure = vi.fn();
  const onIdle = vi.fn(async () => {});
  let wake = () => {};
  let takes = 0;
  const job = createFairJob<string, { of: string; name: string }>({
    atOnce,
    atOnceOfOne,
    due: async (most) =>
      Object.keys(waiting)
        .filter((sender) => waiting[sender]?.length)
        .slice(0, most),
    async take(of, ownRunning) {
      takes += 1;
      // A member gets one unit of a name at a time.
      const names = new Set(ownRunning.map(({ name }) => name));
      const index = waiting[of]?.findIndex((name) => !names.has(name)) ?? -1;
      const [name] = index < 0 ? [] : (waiting[of]?.splice(index, 1) ?? []);
      return name === undefined ? null : { of, name };
    },
    run: ({ of, name }) =>
      new Promise((resolve, reject) => {
        begun.push(`${of} ${name}`);
        const ended = (settle: () => void) => () => {
          running.splice(
            running.findIndex((unit) => unit.name === name && unit.of === of),
            1,
          );
          settle();
        };
        running.push({ of, name, end: ended(resolve), fail: (error) => ended(() => reject(error))() });
      }),
    onIdle,
    listen: async (listener) => {
      wake = listener;
      return async () => {};
    },
    every: 1_000_000,
    onFailure,
  });
  return { job, running, begun, onFailure, onIdle, wake: () => wake(), takes: () => takes };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

test("work that comes later is begun beside all that another sender has waiting", async () => {
  const waiting: Record<string, string[]> = { greedy: names(1, 100) };
  const { job, running, begun, wake } = work(waiting, 4, 3);
  await job.start();
  await vi.waitFor(() => expect(running).toHaveLength(3));
  waiting.modest = ["1"];
  wake();
  await vi.waitFor(() => expect(begun).toContain("modest 1"));
  expect(begun).toHaveLength(4);
});

test("where one unit runs at a time, senders take turns by the time that their units took", async () => {
  const waiting = { greedy: names(1, 50), modest: names(1, 4) };
  const { job, running, begun } = work(waiting, 1, 1);
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    await job.start();
    while (begun.filter((one) => one.startsWith("modest")).length < 4) {
      await vi.waitFor(() => expect(running).toHaveLength(1));
      const [unit] = running;
      // The greedy one's units take five times as long.
      vi.advanceTimersByTime(unit?.of === "greedy" ? 50 : 10);
      unit?.end();
      await settled();
    }
  } finally {
    vi.useRealTimers();
  }
  expect(begun.filter((one) => one.startsWith("greedy")).length).toBeLessThanOrEqual(2);
});

test("a sender's units that exclude one another leave its lanes to others", async () => {
  const { job, running, begun } = work({ one: ["slow", "slow", "slow", "quick"] }, 4, 3);
  await job.start();
  await vi.waitFor(() => expect(begun).toEqual(["one slow", "one quick"]));
  running[0]?.end();
  await vi.waitFor(() => expect(begun).toEqual(["one slow", "one quick", "one slow"]));
});

test("what becomes due while its sender's last unit runs is done", async () => {
  const waiting: Record<string, string[]> = { one: ["1"] };
  const { job, running, begun, wake, takes } = work(waiting, 2, 2);
  await job.start();
  await vi.waitFor(() => expect(takes()).toBe(2));
  waiting.one?.push("2");
  wake();
  await settled();
  running[0]?.end();
  await vi.waitFor(() => expect(begun).toEqual(["one 1", "one 2"]));
});

test("what becomes due beside its sender's unit is begun while that one runs", async () => {
  const waiting: Record<string, string[]> = { one: ["slow"] };
  const { job, begun, wake, takes } = work(waiting, 4, 3);
  await job.start();
  await vi.waitFor(() => expect(takes()).toBe(2));
  await settled();
  waiting.one?.push("quick");
  wake();
  await vi.waitFor(() => expect(begun).toEqual(["one slow", "one quick"]));
});

test("a unit that fails is told, and stops the work of its sender alone until the next run", async () => {
  const { job, running, begun, onFailure } = work({ broken: ["1", "2"], whole: ["1", "2"] }, 2, 1);
  await job.start();
  await vi.waitFor(() => expect(running).toHaveLength(2));
  const broken = running.find(({ of }) => of === "broken");
  const whole = running.find(({ of }) => of === "whole");
  broken?.fail(new Error("the disk is full"));
  whole?.end();
  await vi.waitFor(() => expect(begun).toContain("whole 2"));
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(new Error("the disk is full"));
  expect(begun).not.toContain("broken 2");
  running[0]?.end();
  void job.runNow();
  await vi.waitFor(() => expect(begun).toContain("broken 2"));
});

test("a run ends when nothing is due, and says so once", async () => {
  const { job, running, onIdle } = work({ one: ["1"], other: ["1"] }, 2, 1);
  const run = job.runNow();
  await vi.waitFor(() => expect(running).toHaveLength(2));
  running[0]?.end();
  await settled();
  expect(onIdle).not.toHaveBeenCalled();
  running[0]?.end();
  await run;
  expect(onIdle).toHaveBeenCalledTimes(1);
});

test("a stop waits for the units that run and begins no other", async () => {
  const { job, running, begun } = work({ one: names(1, 9) }, 2, 2);
  await job.start();
  await vi.waitFor(() => expect(running).toHaveLength(2));
  const stop = job.stop();
  while (running.length > 0) running[0]?.end();
  await stop;
  expect(begun).toHaveLength(2);
});

test("more senders than are looked at at once all have their turn", async () => {
  const waiting = Object.fromEntries(names(1, 700).map((name) => [name, ["1"]]));
  const { job, running, begun } = work(waiting, 4, 1);
  const run = job.runNow();
  while (begun.length < 700 || running.length > 0) {
    for (const unit of [...running]) unit.end();
    await settled();
  }
  await run;
  expect(new Set(begun).size).toBe(700);
});
