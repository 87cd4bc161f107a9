import { afterEach, expect, test, vi } from "vitest";
import { createReadingThread, type ReadingThread } from "./reading-thread.ts";

/** Answers with its input, loops for ever or throws, as its input says. */
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", ({ input }) => {
      while (input.html === "loop");
      if (input.html === "throw") throw new Error("out of order");
      parentPort.postMessage({ output: input.html + " by " + threadId });
    });
    parentPort.postMessage("ready");
  `)}`,
);
const limits = { answerMs: 1_000, idleMs: 60_000 };

let thread: ReadingThread | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await thread?.close();
});

test("a job that takes too long is aborted, and a new thread does the next one", async () => {
  thread = createReadingThread(limits, program);
  const first = await thread.ask("clean", { html: "one", address: "" });
  const [slow, next] = await Promise.allSettled([
    thread.ask("clean", { html: "loop", address: "" }),
    thread.ask("clean", { html: "two", address: "" }),
  ]);
  expect(slow).toMatchObject({ status: "rejected", reason: { message: "it took too long" } });
  expect(next).toMatchObject({ status: "fulfilled", value: expect.stringMatching(/^two by \d+$/) });
  expect(first.split(" by ")[1]).not.toBe(next.status === "fulfilled" ? next.value.split(" by ")[1] : "");
});

test("a thread that crashes fails only its own job", async () => {
  thread = createReadingThread(limits, program);
  await expect(thread.ask("clean", { html: "throw", address: "" })).rejects.toThrow("it broke the thread");
  expect(await thread.ask("clean", { html: "two", address: "" })).toMatch(/^two/);
});

test("one thread does the jobs in order", async () => {
  thread = createReadingThread(limits, program);
  const ask = (html: string) => thread?.ask("clean", { html, address: "" });
  const answers = await Promise.all(["one", "two", "three"].map(ask));
  expect(new Set(answers.map((answer) => answer?.split(" by ")[1])).size).toBe(1);
});

test("an idle thread is stopped, and another starts when it is needed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  thread = createReadingThread(limits, program);
  const first = await thread.ask("clean", { html: "one", address: "" });
  await vi.advanceTimersByTimeAsync(limits.idleMs - 1);
  expect(await thread.ask("clean", { html: "one", address: "" })).toBe(first);
  await vi.advanceTimersByTimeAsync(limits.idleMs);
  expect(await thread.ask("clean", { html: "one", address: "" })).not.toBe(first);
});

test("after closing no job is accepted", async () => {
  thread = createReadingThread(limits, program);
  await thread.close();
  await expect(thread.ask("clean", { html: "one", address: "" })).rejects.toThrow("the thread has ended");
});

test("closing does not wait for a job in progress", async () => {
  thread = createReadingThread({ ...limits, answerMs: 600_000 }, program);
  await thread.ask("clean", { html: "one", address: "" });
  const refused = expect(thread.ask("clean", { html: "loop", address: "" })).rejects.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  await thread.close();
  await refused;
});

test("the real thread sanitizes HTML, and reports input that it cannot read", async () => {
  thread = createReadingThread({ ...limits, answerMs: 5_000 });
  expect(await thread.ask("clean", { html: "<b onclick=x>Hi", address: "" })).toBe("<b>Hi</b>");
  await expect(thread.ask("articles", { bytes: new TextEncoder().encode("<html>") })).rejects.toThrow(
    "it is no JSON",
  );
});
