import { parentPort } from "node:worker_threads";
import { createTurns } from "@cairn/node";
import { createWorkerThread, messageOf, NoMessage, NotStarted } from "./workers.ts";

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

export interface RequestThread<Tasks extends TasksOf<Tasks>> {
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

/**
 * A worker thread started on demand. A question that takes too long ends it; the next question starts another. The
 * program gets `data` as its `workerData`.
 */
export function createRequestThread<Tasks extends TasksOf<Tasks>>(
  url: URL,
  { answerMs, idleMs }: ThreadLimits,
  data?: unknown,
): RequestThread<Tasks> {
  const thread = createWorkerThread(url, idleMs, data);
  const inTurn = createTurns();
  let closed = false;

  async function answerTo(question: Question<Tasks>): Promise<unknown> {
    if (closed) throw new Unanswered("unavailable", "the thread has ended");
    const answer = await thread
      .use((worker) => {
        worker.postMessage(question);
        return messageOf(worker, answerMs) as Promise<Answer>;
      })
      .catch(async (error: unknown) => {
        await thread.end();
        throw unansweredBy(error);
      });
    if ("problem" in answer) throw new Unanswered("refused", answer.problem);
    return answer.output;
  }

  return {
    ask: (task, input) => inTurn(() => answerTo({ task, input })),
    async close() {
      closed = true;
      await thread.end();
    },
  };
}

function unansweredBy(error: unknown): unknown {
  if (error instanceof NotStarted) return new Unanswered("unavailable", "the thread could not be started");
  if (!(error instanceof NoMessage)) return error;
  return error.isLate
    ? new Unanswered("late", "it took too long")
    : new Unanswered("broken", "it broke the thread");
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
