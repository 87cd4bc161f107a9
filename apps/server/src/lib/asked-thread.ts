import { once } from "node:events";
import { parentPort, Worker } from "node:worker_threads";

/** The tasks of a thread by name, with their input and output. */
export type TasksOf<Tasks> = { readonly [Name in keyof Tasks]: [input: unknown, output: unknown] };

interface Question<Tasks extends TasksOf<Tasks>> {
  readonly task: keyof Tasks;
  readonly input: Tasks[keyof Tasks][0];
}

type Answer = { readonly output: unknown } | { readonly problem: string };

export interface ThreadLimits {
  /** Milliseconds for one question. */
  readonly answerMs: number;
  /** Milliseconds without a question after which the thread is ended and its memory freed. */
  readonly idleMs: number;
}

export interface AskedThread<Tasks extends TasksOf<Tasks>> {
  /** Answers one question at a time, in order. @throws Unanswered when it fails or takes too long */
  ask<Name extends keyof Tasks>(task: Name, input: Tasks[Name][0]): Promise<Tasks[Name][1]>;
  close(): Promise<void>;
}

/**
 * Why there is no answer. `late` and `broken`: this question took too long, or ended the thread; `refused`: the thread
 * reported an error; `unavailable`: no thread could be started, which is not the question's fault.
 */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
  readonly reason: "late" | "broken" | "refused" | "unavailable";

  constructor(reason: Unanswered["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}

const startMs = 10_000;

/**
 * A worker thread started on demand. A question that takes too long ends it; the next question starts another. The
 * program gets `data` as its `workerData`.
 */
export function createAskedThread<Tasks extends TasksOf<Tasks>>(
  url: URL,
  { answerMs, idleMs }: ThreadLimits,
  data?: unknown,
): AskedThread<Tasks> {
  let running: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  async function start(): Promise<Worker> {
    // Inputs are bounded far below this; the small young generation keeps the thread small.
    const worker = new Worker(url, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    worker.on("error", () => {}); // a question in flight fails when the thread exits
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

  async function ready(): Promise<Worker> {
    if (closed) throw new Unanswered("unavailable", "the thread has ended");
    try {
      return running ?? (await start());
    } catch {
      throw new Unanswered("unavailable", "the thread could not be started");
    }
  }

  async function answerTo(question: Question<Tasks>): Promise<unknown> {
    clearTimeout(idle);
    try {
      const worker = await ready();
      worker.postMessage(question);
      const answer = (await messageOf(worker, answerMs)) as Answer;
      if ("output" in answer) return answer.output;
      throw new Unanswered("refused", answer.problem);
    } catch (error) {
      if (!(error instanceof Unanswered && error.reason === "refused")) await end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    ask(task, input) {
      const turn = last.then(() => answerTo({ task, input }));
      last = turn.catch(() => {});
      return turn;
    },
    async close() {
      closed = true;
      await end();
    },
  };
}

/** @throws Unanswered when no message comes in time, or the thread exits */
async function messageOf(worker: Worker, limit: number): Promise<unknown> {
  const waiting = new AbortController();
  const giveUp = () => waiting.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    giveUp();
  }, limit);
  worker.once("exit", giveUp);
  try {
    const [message] = await once(worker, "message", { signal: waiting.signal });
    return message;
  } catch {
    throw isLate
      ? new Unanswered("late", "it took too long")
      : new Unanswered("broken", "it broke the thread");
  } finally {
    clearTimeout(timer);
    worker.off("exit", giveUp);
  }
}

/** The thread's side: answers questions. `explain` describes an error in words that are safe to log. */
export function answerQuestions<Tasks extends TasksOf<Tasks>>(
  work: {
    readonly [Name in keyof Tasks]: (input: Tasks[Name][0]) => Tasks[Name][1] | Promise<Tasks[Name][1]>;
  },
  explain: (error: unknown) => string,
): void {
  if (!parentPort) throw new Error("this program runs as a worker thread");
  const port = parentPort;
  async function answerTo({ task, input }: Question<Tasks>): Promise<Answer> {
    try {
      return { output: await work[task](input) };
    } catch (error) {
      return { problem: explain(error) };
    }
  }
  port.on("message", async (question: Question<Tasks>) => port.postMessage(await answerTo(question)));
  port.postMessage("ready");
}
