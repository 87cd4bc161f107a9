import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { OutsideFailure } from "../../../lib/outside-failure.ts";
import type { Answer, Question, TaskName, Tasks } from "./tasks.ts";

/**
 * The build bundles feed-worker.ts to feed-worker.js beside the bundle that holds this module. From source (tests)
 * Node 20 cannot run TypeScript in a thread, so src/test/worker-setup.ts bundles it to .cache first.
 */
const workerUrl = new URL(
  import.meta.url.endsWith("/src/modules/feeds/reading/reading-thread.ts")
    ? "../../../../.cache/feed-worker.js"
    : "./feed-worker.js",
  import.meta.url,
);

export interface ThreadLimits {
  /** Milliseconds for one question. */
  readonly answerMs: number;
  /** Milliseconds without a question after which the thread and its memory are given back. */
  readonly idleMs: number;
}

export interface ReadingThread {
  /** One question at a time, in turn. @throws OutsideFailure when it cannot be answered, or not in time */
  ask<Name extends TaskName>(task: Name, input: Tasks[Name][0]): Promise<Tasks[Name][1]>;
  close(): Promise<void>;
}

const usualLimits: ThreadLimits = { answerMs: 2_000, idleMs: 10_000 };
const startMs = 10_000;

/** A thread that is there while it is needed. A question that takes too long ends it; the next one starts another. */
export function createReadingThread({ answerMs, idleMs } = usualLimits, url = workerUrl): ReadingThread {
  let running: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  async function start(): Promise<Worker> {
    // Bounds of the input keep far below; the small young generation keeps the thread small.
    const worker = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    worker.on("error", () => {}); // whoever waits for an answer hears of it; else it is only gone
    worker.once("exit", () => {
      if (running === worker) running = null;
    });
    running = worker;
    await messageOf(worker, startMs);
    return worker;
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const worker = running;
    running = null;
    await worker?.terminate();
  }

  async function answerTo(question: Question): Promise<Answer> {
    clearTimeout(idle);
    if (closed) return { problem: "reading has ended" };
    try {
      const worker = running ?? (await start());
      worker.postMessage(question);
      return (await messageOf(worker, answerMs)) as Answer;
    } catch (error) {
      await end();
      const isLate = error instanceof Error && error.name === "AbortError";
      return { problem: isLate ? "it took too long to read" : "reading it broke the reader" };
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    async ask(task, input) {
      const turn = last.then(() => answerTo({ task, input }));
      last = turn;
      const answer = await turn;
      if ("problem" in answer) throw new OutsideFailure(answer.problem);
      return answer.output as Tasks[typeof task][1];
    },
    async close() {
      closed = true;
      await end();
    },
  };
}

/** @throws AbortError when it does not come in time, or never will */
async function messageOf(worker: Worker, limit: number): Promise<unknown> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  const timer = setTimeout(giveUp, limit);
  worker.once("exit", giveUp);
  try {
    const [message] = await once(worker, "message", { signal: waiting.signal });
    return message;
  } finally {
    clearTimeout(timer);
    worker.off("exit", giveUp);
  }
}
