import { ExternalFailure } from "../../../lib/external-failure.ts";
import { createRequestThread, type RequestThread, Unanswered } from "../../../lib/request-thread.ts";
import { workerUrl } from "../../../lib/workers.ts";
import type { Tasks } from "./feed-tasks.ts";

const usualLimits = { answerMs: 2_000, idleMs: 10_000 };

/** A question that the thread cannot answer counts as a failure of the source and throws ExternalFailure. */
export type ReadingThread = RequestThread<Tasks>;

export function createReadingThread(limits = usualLimits, url = workerUrl("feed-worker.js")): ReadingThread {
  const thread = createRequestThread<Tasks>(url, limits);
  return {
    ask: (task, input) =>
      thread.ask(task, input).catch((error: unknown) => {
        throw error instanceof Unanswered ? new ExternalFailure(error.message) : error;
      }),
    close: thread.close,
  };
}
