import pTimeout from "p-timeout";
import type { Database } from "../db/database.ts";
import type { JobFigures } from "../db/jobs.ts";
import type { JobRunner } from "../jobs/jobs.ts";
import type { Clock } from "../lib/clock.ts";
import { freeBytes as freeBytesOf } from "../lib/disk-room.ts";
import type { MailService } from "../modules/mail/mail.service.ts";
import { type Queues, readQueues, readUncheckpointedBytes } from "./queues.repository.ts";

/** Values that have to be queried from the database and the disk; null if no answer came in time. */
export interface Readings {
  readonly database: {
    readonly queues: Queues;
    readonly jobs: readonly JobFigures[];
    readonly refusedAddresses: number;
    readonly uncheckpointedBytes: number | null;
  } | null;
  readonly freeBytes: number | null;
}

/** The shortest time between two queries, however many clients scrape. */
const goodForMs = 5_000;
const deadlineMs = 2_000;

interface Sources {
  readonly db: Database;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly services: { jobs: Pick<JobRunner, "figures">; mail: Pick<MailService, "refused"> };
}

export function createReadings({ db, dataDir, clock, services }: Sources) {
  const database = kept(clock, async () => {
    const [queues, jobs, refusedAddresses, uncheckpointedBytes] = await Promise.all([
      readQueues(db.query, clock()),
      services.jobs.figures(),
      services.mail.refused(),
      db.engine === "embedded" ? readUncheckpointedBytes(db.query) : null,
    ]);
    return { queues, jobs, refusedAddresses, uncheckpointedBytes };
  });
  const freeBytes = kept(clock, () => freeBytesOf(dataDir));
  return async (): Promise<Readings> => {
    const [known, free] = await Promise.all([database(), freeBytes()]);
    return { database: known, freeBytes: free };
  };
}

/** Only one query at a time: if one hangs, further scrapes do not add more. */
function kept<Value>(clock: Clock, ask: () => Promise<Value>): () => Promise<Value | null> {
  let last: Value | null = null;
  let goodUntil = 0;
  let inFlight: Promise<Value | null> | null = null;

  async function askAgain(): Promise<Value | null> {
    last = await ask().catch(() => null); // it is missing from this scrape, which says enough
    goodUntil = clock().getTime() + goodForMs;
    inFlight = null;
    return last;
  }

  return async () => {
    if (clock().getTime() < goodUntil) return last;
    inFlight ??= askAgain();
    return pTimeout(inFlight, { milliseconds: deadlineMs, fallback: () => null });
  };
}
