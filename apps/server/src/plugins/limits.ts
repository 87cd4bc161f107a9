import { type IRateLimiterOptions, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
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

/**
 * A try is taken before the work and given back after a success, so that parallel guesses cannot pass
 * between a look at the counter and its rise.
 */
export function createLimits(): Limits {
  const limiters = new Map(
    Object.entries(limitRules).map(([name, rule]) => [
      name,
      new RateLimiterMemory({ ...rule, keyPrefix: name }),
    ]),
  );
  const limiterOf = (limit: Limit) => limiters.get(limit) as RateLimiterMemory;
  return {
    async take(limit, key) {
      try {
        await limiterOf(limit).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError("too_many_requests", { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
    async giveBack(limit, key) {
      await limiterOf(limit).reward(key);
    },
  };
}

/** For RATE_LIMITS=off: benchmarks and tests. */
export const noLimits: Limits = { take: async () => {}, giveBack: async () => {} };
