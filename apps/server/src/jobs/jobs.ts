import type { Database, DatabaseLog, Queries, Transaction } from "../db/database.ts";
import {
  addJobs,
  claimJobs,
  dueSenders,
  endJobs,
  endLeases,
  type Job,
  type NewJob,
  readJobFigures,
  releaseJob,
} from "../db/jobs.ts";
import type { Clock } from "../lib/clock.ts";
import { headOf } from "../lib/cut-text.ts";
import { createFairJob } from "../lib/fair-job.ts";
import type { WokenJob } from "../lib/woken-job.ts";

/** Thrown by a job that failed in an expected way: nothing is logged, and it is tried again at `dueAt`. */
export class TryAgain extends Error {
  override readonly name = "TryAgain";
  readonly dueAt: Date;

  constructor(failure: string, dueAt: Date) {
    super(failure);
    this.dueAt = dueAt;
  }
}

export interface JobKind<Payload> {
  readonly name: string;
  /** Runs of this kind at once, in this process: of all senders, and of one; undefined: 1. */
  readonly atOnce?: number;
  readonly atOnceOfOne?: number;
  /** Milliseconds after which a process that has not finished is taken to be dead; undefined: two minutes. */
  readonly leaseFor?: number;
  /** Jobs of one sender in one run; undefined: 1. */
  readonly together?: number;
  /** Milliseconds from one look for due jobs to the next that new jobs cause, so that many new jobs are one run. */
  readonly pause?: number;
  /** Jobs that must exist always, because they add themselves again. */
  readonly standing?: () => readonly NewJob<Payload>[];
  /** By the sender's jobs that run: jobs with one of these values in their payload wait. */
  readonly except?: (running: readonly Job<Payload>[]) => Readonly<Record<string, readonly string[]>>;
  /** Does a job. One that throws is tried again. */
  readonly run?: (job: Job<Payload>) => Promise<void>;
  /**
   * In place of `run`, for work that is all in the database: does jobs in the transaction that ends them, so that both
   * happen once.
   */
  readonly runWithin?: (tx: Transaction, jobs: readonly Job<Payload>[]) => Promise<void>;
  /** Called at the stop, to end what runs. A job that throws after it is released for another process. */
  readonly stop?: () => void | Promise<void>;
}

export interface JobQueue<Payload> {
  /** Adds jobs in the caller's transaction. */
  add(tx: Queries, added: readonly NewJob<Payload>[]): Promise<void>;
  /** When to try again after this attempt. */
  retryAt(job: Job<Payload>): Date;
}

const minute = 60_000;
/** Milliseconds after the first failed attempt; doubled with each further one. */
const firstPause = minute / 2;
const longestPause = 60 * minute;
/** Upper bound for finding a job that is due again, or whose notice was lost. */
const lookedEvery = minute / 4;

/**
 * Does work in the background: a job is a row of the transaction that causes it. One process leases it, and deletes it
 * when it is done. A job that fails is tried again later, and so is one whose process died, once its lease has ended.
 */
export function createJobRunner({ db, clock, log }: { db: Database; clock: Clock; log: DatabaseLog }) {
  const loops = new Map<string, WokenJob>();
  const stops: (() => void | Promise<void>)[] = [];
  let isStopping = false;

  function define<Payload>(kind: JobKind<Payload>): JobQueue<Payload> {
    const {
      name,
      leaseFor = 2 * minute,
      together = 1,
      runWithin,
      standing = () => [],
      except = () => ({}),
    } = kind;
    /** Jobs that come later wait for the next look: a run that keeps up with the writers would never end. */
    let lookedAt = clock();
    let areStanding = false;

    async function runAll(leased: readonly Job<Payload>[]): Promise<void> {
      const [job] = leased;
      if (!job) return;
      try {
        await kind.run?.(job);
        if (!runWithin) await endJobs(db.query, leased);
        else
          await db.transaction(async (tx) => {
            const held = await endJobs(tx, leased);
            if (held.length > 0) await runWithin(tx, held);
          });
      } catch (error) {
        const isExpected = error instanceof TryAgain;
        if (!isExpected && !isStopping)
          log.error({ err: error, kind: name, key: job.key }, "a job failed; will try again");
        const failure = headOf(error instanceof Error ? error.message : String(error), 300);
        for (const one of leased) {
          const again = { dueAt: isExpected ? error.dueAt : retryAt(one), failure };
          await releaseJob(db.query, one, isStopping && !isExpected ? { dueAt: clock() } : again);
        }
      }
    }

    const loop = createFairJob<string, Job<Payload>[]>({
      atOnce: kind.atOnce ?? 1,
      atOnceOfOne: kind.atOnceOfOne ?? 1,
      pause: kind.pause ?? 0,
      async due(most) {
        if (!areStanding) await addJobs(db.query, name, standing());
        areStanding = true;
        lookedAt = clock();
        return dueSenders(db.query, name, lookedAt, most);
      },
      async take(sender, running) {
        const until = new Date(clock().getTime() + leaseFor);
        const claim = { now: lookedAt, until, most: together, except: except(running.flat()) };
        const leased = await claimJobs(db.query, name, sender, claim);
        return leased.length > 0 ? (leased as Job<Payload>[]) : null;
      },
      run: runAll,
      listen: (wake) => db.listen("jobs", (of) => of === name && wake(), wake),
      every: lookedEvery,
      onFailure: (error) => log.error({ err: error, kind: name }, "jobs could not be done; will try again"),
    });
    loops.set(name, loop);
    if (kind.stop) stops.push(kind.stop);
    return { add: (tx, added) => addJobs(tx, name, added), retryAt };
  }

  function retryAt({ attempts }: Job): Date {
    return new Date(clock().getTime() + Math.min(firstPause * 2 ** (attempts - 1), longestPause));
  }

  return {
    define,

    /** From here on jobs are done whenever they are due. */
    async start(): Promise<void> {
      // The embedded engine has only one process.
      if (db.engine === "embedded") await endLeases(db.query, clock());
      for (const loop of loops.values()) await loop.start();
    },

    /** Does all jobs of these kinds that are due, one kind after the other. */
    async runDue(...kinds: readonly string[]): Promise<void> {
      for (const kind of kinds) await loops.get(kind)?.runNow();
    },

    /** Jobs of each kind that wait or fail, for metrics and the operator's check. */
    figures: () => readJobFigures(db.query, [...loops.keys()], clock()),

    /** Begins no further job, and waits for those that run. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...stops.map((stop) => stop()), ...[...loops.values()].map((loop) => loop.stop())]);
    },
  };
}
export type JobRunner = ReturnType<typeof createJobRunner>;
