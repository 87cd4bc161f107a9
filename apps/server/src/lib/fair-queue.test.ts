import { setImmediate as otherWork } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairQueue, type FairQueueSettings, type JobOptions } from "./fair-queue.ts";
import { asWork, Work } from "./work.ts";

/** In milliseconds. */
let now = 0;

/** One job at a time, unless the settings say otherwise. */
const queueWith = (settings: Partial<FairQueueSettings> = {}) =>
  new FairQueue({
    capacity: 1,
    sizeOf: () => 1,
    capacityOfSender: 1,
    reserve: 0,
    isSerial: true,
    maxWaitingOfSender: 10,
    maxWaiting: 20,
    maxWaitMs: 60_000,
    refusal: (reason) => new Error(reason),
    now: () => now,
    ...settings,
  });

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Jobs that note when they are begun, and end when they are told to. */
function jobsOn(queue: FairQueue) {
  const begun: string[] = [];
  const open = new Map<string, () => void>();
  const outcomes: Promise<string>[] = [];
  return {
    begun,
    outcomes,
    /** Asks for a job in the name of a sender, or as part of a given work. */
    ask(name: string, work: Work | string, options: Partial<JobOptions> = {}): void {
      const { open: end, opened } = gate();
      open.set(name, end);
      const run = async () => {
        begun.push(name);
        await opened;
        return name;
      };
      const take = () => queue.take({ kind: "job", ...options }, run);
      const outcome = asWork(typeof work === "string" ? new Work(work) : work, take);
      outcomes.push(outcome.catch((error: Error) => error.message));
    },
    /** Ends jobs one after the other; each takes a millisecond. */
    async end(...names: string[]): Promise<void> {
      for (const name of names) {
        now += 1;
        open.get(name)?.();
      }
      await otherWork();
    },
    /** Ends a job that has taken so long and a millisecond, if it was begun. */
    async endAfter(milliseconds: number, name: string): Promise<void> {
      now += milliseconds;
      await this.end(name);
    },
  };
}

test("a sender with one job waits for one job of another, however many that one asks for", async () => {
  const jobs = jobsOn(queueWith());
  for (const index of [1, 2, 3, 4]) jobs.ask(`a${index}`, "a");
  jobs.ask("b1", "b");
  jobs.ask("c1", "c");
  await otherWork();
  expect(jobs.begun).toEqual(["a1"]);
  for (const name of ["a1", "b1", "c1", "a2", "a3", "a4"]) await jobs.end(name);
  expect(jobs.begun).toEqual(["a1", "b1", "c1", "a2", "a3", "a4"]);
});

test("senders get equal shares of the time, not of the jobs", async () => {
  const jobs = jobsOn(queueWith());
  for (const index of [1, 2, 3]) jobs.ask(`long${index}`, "a", { kind: "long" });
  for (const index of [1, 2, 3, 4]) jobs.ask(`short${index}`, "b", { kind: "short" });
  await jobs.endAfter(20, "long1");
  for (const index of [1, 2, 3, 4]) await jobs.end(`short${index}`);
  expect(jobs.begun).toEqual(["long1", "short1", "short2", "short3", "short4", "long2"]);
});

test("a sender that was away has no credit for it", async () => {
  const jobs = jobsOn(queueWith());
  for (const index of [1, 2, 3]) jobs.ask(`a${index}`, "a", { kind: "long" });
  await jobs.endAfter(30, "a1");
  for (const index of [1, 2, 3, 4, 5, 6]) jobs.ask(`b${index}`, "b");
  await jobs.endAfter(30, "a2");
  for (const index of [1, 2, 3, 4, 5, 6]) await jobs.endAfter(10, `b${index}`);
  await jobs.end("a3");
  expect(jobs.begun.indexOf("a3")).toBeGreaterThan(jobs.begun.indexOf("b2"));
  expect(jobs.begun.indexOf("a3")).toBeLessThan(jobs.begun.indexOf("b5"));
});

test("a sender takes its share of the room at most, and leaves the reserve to those who have nothing running", async () => {
  const jobs = jobsOn(queueWith({ capacity: 5, capacityOfSender: 3, reserve: 1 }));
  for (const index of [1, 2, 3, 4]) jobs.ask(`a${index}`, "a");
  expect(jobs.begun).toEqual(["a1", "a2", "a3"]);
  jobs.ask("b1", "b");
  jobs.ask("b2", "b");
  await otherWork();
  expect(jobs.begun).toEqual(["a1", "a2", "a3", "b1"]);
  jobs.ask("c1", "c");
  await otherWork();
  expect(jobs.begun).toEqual(["a1", "a2", "a3", "b1", "c1"]);
  await jobs.end("a1", "a2");
  expect(jobs.begun).toHaveLength(6);
});

test("jobs begin while those that run are short, and a long one runs alone", async () => {
  const jobs = jobsOn(queueWith({ capacity: 12, sizeOf: (ms) => Math.min(ms, 12), capacityOfSender: 12 }));
  jobs.ask("long", "a", { kind: "long" });
  await jobs.endAfter(40, "long");
  jobs.ask("short1", "a");
  jobs.ask("short2", "a");
  jobs.ask("again", "b", { kind: "long" });
  jobs.ask("short3", "c");
  await otherWork();
  expect(jobs.begun).toEqual(["long", "short1", "short2"]);
  await jobs.end("short1", "short2");
  expect(jobs.begun.slice(3)).toEqual(["again"]);
  await jobs.end("again");
  expect(jobs.begun.slice(4)).toEqual(["short3"]);
});

test("of single jobs one runs at a time, beside others", async () => {
  const jobs = jobsOn(queueWith({ capacity: 4, capacityOfSender: 4 }));
  jobs.ask("single1", "a", { isSingle: true });
  jobs.ask("single2", "b", { isSingle: true });
  jobs.ask("other", "c");
  await otherWork();
  expect(jobs.begun).toEqual(["single1", "other"]);
  await jobs.end("single1");
  expect(jobs.begun).toEqual(["single1", "other", "single2"]);
});

test("one sender may have only so many jobs that wait, and others are not refused for them", async () => {
  const jobs = jobsOn(queueWith({ maxWaitingOfSender: 2 }));
  for (const index of [1, 2, 3, 4]) jobs.ask(`a${index}`, "a");
  jobs.ask("b1", "b");
  await jobs.end("a1", "a2", "a3", "b1");
  expect(await Promise.all(jobs.outcomes)).toEqual(["a1", "a2", "a3", "too much of its sender waits", "b1"]);
});

test("where too much waits in all, the newest job of the sender with most waiting is refused", async () => {
  const jobs = jobsOn(queueWith({ maxWaiting: 3 }));
  jobs.ask("running", "c");
  for (const index of [1, 2, 3]) jobs.ask(`a${index}`, "a");
  for (const index of [1, 2, 3]) jobs.ask(`b${index}`, "b");
  for (const name of ["running", "b1", "a1", "b2"]) await jobs.end(name);
  const refused = "too much waits";
  expect(await Promise.all(jobs.outcomes)).toEqual(["running", "a1", refused, refused, "b1", "b2", refused]);
});

test("a heavy job counts as many jobs among those that wait", async () => {
  const jobs = jobsOn(queueWith({ maxWaitingOfSender: 5, maxWaiting: 8 }));
  jobs.ask("running", "c");
  jobs.ask("a1", "a", { weight: 3 });
  jobs.ask("a2", "a", { weight: 3 });
  jobs.ask("a3", "a", { weight: 2 });
  jobs.ask("b1", "b", { weight: 4 });
  jobs.ask("c1", "c", { weight: 9 });
  for (const name of ["running", "b1", "a1"]) await jobs.end(name);
  expect(await Promise.all(jobs.outcomes)).toEqual([
    "running",
    "a1",
    "too much of its sender waits",
    "too much waits",
    "b1",
    "too much of its sender waits",
  ]);
});

test("a job takes the turn of the work that it names", async () => {
  const queue = queueWith();
  const jobs = jobsOn(queue);
  for (const name of ["a1", "a2", "a3"]) jobs.ask(name, "a");
  const others = asWork(new Work("a"), () =>
    queue.take({ kind: "job", work: new Work("b") }, async () => "b1"),
  );
  await jobs.end("a1");
  expect(await others).toBe("b1");
  await jobs.end("a2", "a3");
});

test("a job that has waited too long is refused, and delays nobody", async () => {
  const jobs = jobsOn(queueWith({ maxWaitMs: 30 }));
  jobs.ask("a1", "a");
  jobs.ask("a2", "a");
  expect(await jobs.outcomes[1]).toBe("it waited too long for its turn");
  jobs.ask("b1", "b");
  await jobs.end("a1", "b1");
  expect(jobs.begun).toEqual(["a1", "b1"]);
});

test("what nobody waits for any more is not begun", async () => {
  const jobs = jobsOn(queueWith());
  const [left, shared] = [new Work("a"), new Work("a")];
  jobs.ask("running", "b");
  jobs.ask("left", left);
  jobs.ask("shared", shared);
  asWork(new Work("c"), () => shared.join());
  left.leave();
  shared.leave();
  await jobs.end("running", "shared");
  expect(await Promise.all(jobs.outcomes)).toEqual(["running", "its sender has left", "shared"]);
});

test("work that others come to wait for takes their turn if it comes first", async () => {
  const jobs = jobsOn(queueWith());
  const shared = new Work("a");
  for (const index of [1, 2, 3]) jobs.ask(`a${index}`, "a");
  jobs.ask("shared", shared);
  await jobs.end("a1");
  asWork(new Work("b"), () => shared.join());
  await jobs.end("a2");
  expect(jobs.begun).toEqual(["a1", "a2", "shared"]);
});

test("the site's own jobs wait as long as they have to", async () => {
  const queue = queueWith({ maxWaitingOfSender: 1, maxWaitMs: 30 });
  const jobs = jobsOn(queue);
  jobs.ask("a1", "a");
  const own = [1, 2, 3].map((index) => queue.take({ kind: "own" }, async () => index));
  jobs.ask("a2", "a");
  expect(await jobs.outcomes[1]).toBe("it waited too long for its turn");
  await jobs.end("a1");
  expect(await Promise.all(own)).toEqual([1, 2, 3]);
});

test("a job that fails gives its turn to the next one, and the queue says when nothing is left", async () => {
  const queue = queueWith();
  const failing = queue.take({ kind: "job" }, async () => {
    throw new Error("failed");
  });
  const next = queue.take({ kind: "job" }, async () => "next");
  const idle = queue.idle().then(() => "idle");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
  expect(await idle).toBe("idle");
  expect(queue.waiting).toBe(0);
});
