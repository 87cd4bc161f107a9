import { AppError } from "./app-error.ts";

interface Job {
  readonly weight: number;
  run(): Promise<void>;
}

/** The most that may wait, in the same unit as the jobs' weights. */
export interface TurnLimits {
  readonly ofOne: number;
  readonly ofAll: number;
}

/**
 * Runs one job at a time. Members take turns: however many jobs one of them has waiting, another's first job waits for
 * one of those at most.
 */
export function createFairTurns({ ofOne, ofAll }: TurnLimits) {
  // In the order in which members have their turns.
  const waiting = new Map<number, Job[]>();
  let isRunning = false;

  const weightOf = (jobs: readonly Job[]) => jobs.reduce((sum, { weight }) => sum + weight, 0);

  function next(): Job | undefined {
    for (const [member, [job, ...later]] of waiting) {
      // A member with more waiting goes to the end of the line.
      waiting.delete(member);
      if (later.length > 0) waiting.set(member, later);
      return job;
    }
    return undefined;
  }

  async function runAll(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = next(); job; job = next()) await job.run();
    isRunning = false;
  }

  return {
    /** @throws AppError too_many_requests if too much of this member waits, unavailable if too much waits in all. */
    take<Result>(member: number, weight: number, work: () => Promise<Result>): Promise<Result> {
      const own = waiting.get(member) ?? [];
      const all = [...waiting.values()].reduce((sum, jobs) => sum + weightOf(jobs), 0);
      if (weightOf(own) + weight > ofOne) throw new AppError("too_many_requests", { retryAfter: 2 });
      if (all + weight > ofAll) throw new AppError("unavailable", { retryAfter: 2 });
      return new Promise((resolve, reject) => {
        // Also work that throws at once must not stop the turns.
        const run = async () => {
          try {
            resolve(await work());
          } catch (error) {
            reject(error);
          }
        };
        waiting.set(member, [...own, { weight, run }]);
        void runAll();
      });
    },
  };
}
