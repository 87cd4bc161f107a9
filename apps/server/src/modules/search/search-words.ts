import type { Database } from "../../db/database.ts";
import { createWokenJob } from "../../lib/woken-job.ts";
import { makeStaleWords } from "./search.repository.ts";

interface Dependencies {
  readonly db: Database;
  readonly log: { info(facts: object, message: string): void; warn(facts: object, message: string): void };
}

const every = 10 * 60_000;

/**
 * Makes the words for the search of published items again that an update left for later (migration 0050). One item is one
 * statement, so that readers and writers get their turn in between, and instances share the work.
 */
export function createSearchWords({ db, log }: Dependencies) {
  let isStopping = false;

  const job = createWokenJob({
    async work() {
      let made = 0;
      while (!isStopping && (await makeStaleWords(db.query))) made += 1;
      if (made > 0)
        log.info({ items: made }, "made the search words of long texts and of short titles again");
    },
    // Only an update leaves some, before the start.
    listen: async () => async () => {},
    every,
    onFailure: (error) => log.warn({ err: error }, "search words could not be made; will try again"),
  });

  return {
    start: job.start,
    makeDue: job.runNow,
    async stop(): Promise<void> {
      isStopping = true;
      await job.stop();
    },
  };
}
export type SearchWords = ReturnType<typeof createSearchWords>;
