import type { Database } from "../../db/database.ts";
import { createWokenJob, type WokenJob } from "../../lib/woken-job.ts";
import { readHead, writeHead } from "./known-heads.ts";
import { newestRow, rowOf } from "./ledger.repository.ts";
import { genesisHash } from "./ledger-hash.ts";

interface Dependencies {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: { error(facts: object, message: string): void };
}

const hour = 60 * 60 * 1000;
const second = 1000;

/**
 * Stores the chain's newest row outside the database: within a second of each decision, and every hour. If the ledger
 * no longer contains the stored row, logs an error and keeps the stored row.
 */
export function createHeadKeeper({ db, dataDir, log }: Dependencies): WokenJob {
  return createWokenJob({
    async work() {
      const remembered = await readHead(dataDir);
      if (remembered && remembered.seq > 0) {
        const row = await rowOf(db.query, remembered.seq);
        if (!row || row.hash.toString("hex") !== remembered.hash) {
          const { seq, hash } = remembered;
          log.error(
            { seq, hash },
            "the ledger does not contain the row that this machine remembers: run npm run admin -- ledger verify",
          );
          return;
        }
      }
      const newest = (await newestRow(db.query)) ?? { seq: 0, hash: genesisHash, contentId: null };
      if (remembered && remembered.seq >= newest.seq) return;
      await writeHead(dataDir, { ...newest, hash: newest.hash.toString("hex") });
    },
    listen: (wake) => db.listen("ledger", wake, wake),
    every: hour,
    pause: second,
    onFailure: (error) => log.error({ err: error }, "the newest row of the ledger could not be remembered"),
  });
}
