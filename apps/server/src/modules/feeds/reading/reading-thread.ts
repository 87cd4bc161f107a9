import { type AskedThread, createAskedThread, Unanswered } from "../../../lib/asked-thread.ts";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import type { Tasks } from "./tasks.ts";

/**
 * The build bundles feed-worker.ts to feed-worker.js beside the bundle that holds this module. From source (tests)
 * Node 20 cannot run TypeScript in a thread, so tests/support/server/worker-setup.ts bundles it to .cache first.
 */
const workerUrl = new URL(
  import.meta.url.endsWith("/src/modules/feeds/reading/reading-thread.ts")
    ? "../../../../.cache/feed-worker.js"
    : "./feed-worker.js",
  import.meta.url,
);

const usualLimits = { answerMs: 2_000, idleMs: 10_000 };

/** A question that the thread cannot answer counts as a failure of the source and throws ExternalFailure. */
export type ReadingThread = AskedThread<Tasks>;

export function createReadingThread(limits = usualLimits, url = workerUrl): ReadingThread {
  const thread = createAskedThread<Tasks>(url, limits);
  return {
    ask: (task, input) =>
      thread.ask(task, input).catch((error: unknown) => {
        throw error instanceof Unanswered ? new ExternalFailure(error.message) : error;
      }),
    close: thread.close,
  };
}
