import { type IRateLimiterOptions, RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../lib/app-error.ts";

const minutes = (count: number) => count * 60;

/**
 * A whole school may sit behind one address, so only what fails uses up the tries of signing in. What a member
 * writes counts for that member alone, whether it succeeds or not.
 */
export const limitRules = {
  loginByAccount: { points: 10, duration: minutes(15) },
  loginByAddress: { points: 100, duration: minutes(15) },
  registerByAddress: { points: 60, duration: minutes(10) },
  // Each sign-in by a provider that comes back well gives both of its tries back: a school's first lesson may begin here.
  providerStartByAddress: { points: 300, duration: minutes(10) },
  providerReturnByAddress: { points: 100, duration: minutes(15) },
  /** Every request is a mail to somebody. */
  resetByAccount: { points: 6, duration: minutes(60) },
  resetByAddress: { points: 60, duration: minutes(60) },
  confirmationByUser: { points: 6, duration: minutes(60) },
  /** Codes and tokens that were wrong. */
  codeByAddress: { points: 60, duration: minutes(10) },
  refreshBySession: { points: 60, duration: minutes(1) },
  commentByUser: { points: 60, duration: minutes(1) },
  likeByUser: { points: 60, duration: minutes(1) },
  uploadByUser: { points: 30, duration: minutes(30) },
  changeByUser: { points: 60, duration: minutes(1) },
  readByAddress: { points: 3000, duration: minutes(5) },
} as const satisfies Record<string, Pick<IRateLimiterOptions, "points" | "duration">>;

export type Limit = keyof typeof limitRules;

export interface Limits {
  /** Takes one try. @throws AppError too_many_requests when none is left. */
  take(limit: Limit, key: string): Promise<void>;
  /** Gives a try back: what succeeded does not count. */
  giveBack(limit: Limit, key: string): Promise<void>;
}

/** The same counts for all instances; null where there is only one of them, or they share nothing. */
export interface SharedCounts {
  readonly isUp: boolean;
  /** What is counted with this try, and for how long; null: nobody knows. Beyond the limit nothing is counted. */
  take(limit: Limit, key: string): Promise<Count | null>;
  giveBack(limit: Limit, key: string): void;
}
export type Count = Pick<RateLimiterRes, "consumedPoints" | "msBeforeNext">;

/** While nobody knows what the others let through, each instance grants half as many. */
const alone = (points: number) => Math.ceil(points / 2);

/**
 * A try is taken before the work and given back after a success, so that parallel guesses cannot pass
 * between a look at the counter and its rise. Each instance counts what it has let through, whether or not it is
 * counted together as well: losing the shared counts gives nobody a second set of tries.
 */
export function createLimits(shared: SharedCounts | null = null): Limits {
  const counters = new Map(
    Object.entries(limitRules).map(([name, rule]) => [
      name,
      new RateLimiterMemory({ ...rule, keyPrefix: name }),
    ]),
  );
  const counterOf = (limit: Limit) => counters.get(limit) as RateLimiterMemory;

  /** Milliseconds until there is another try; null: this one is granted. */
  async function mustWait(limit: Limit, key: string, own: Count): Promise<number | null> {
    const { points } = limitRules[limit];
    if (own.consumedPoints > points) return own.msBeforeNext;
    if (!shared) return null;
    const all = await shared.take(limit, key);
    if (all) return all.consumedPoints > points ? all.msBeforeNext : null;
    return own.consumedPoints > alone(points) ? own.msBeforeNext : null;
  }

  return {
    async take(limit, key) {
      const wait = await mustWait(limit, key, await counterOf(limit).penalty(key));
      if (wait === null) return;
      await counterOf(limit).reward(key);
      throw new AppError("too_many_requests", { retryAfter: Math.ceil(wait / 1000) });
    },
    async giveBack(limit, key) {
      await counterOf(limit).reward(key);
      shared?.giveBack(limit, key);
    },
  };
}

/** For RATE_LIMITS=off: benchmarks and tests. */
export const noLimits: Limits = { take: async () => {}, giveBack: async () => {} };
