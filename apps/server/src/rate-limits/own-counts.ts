import { createHash } from "node:crypto";

interface Window {
  count: number;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** Tries of a key in the current window, and the milliseconds until the window ends. */
export interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Keys of one limit in one process: 4 MB. */
export const maxKeys = 20_000;

/**
 * Counts one limit's tries in this process. rate-limiter-flexible keeps a timer and a record for each key, about a
 * kilobyte, without a bound. All windows of a limit have the same length, so the oldest ends first and is dropped
 * first. When there are too many keys it is dropped early: an attacker with 20,000 keys already has 20,000 times the
 * limit, so that gains them nothing.
 */
export class OwnCounts {
  readonly #windows = new Map<string, Window>();
  readonly #duration: number;
  readonly #most: number;

  /** @param seconds length of a window, from its first try */
  constructor(seconds: number, most = maxKeys) {
    this.#duration = seconds * 1000;
    this.#most = most;
  }

  /** Takes a try, or several. */
  take(key: string, tries = 1): Count {
    const now = Date.now();
    const short = shortKey(key);
    const current = this.#windows.get(short);
    if (current && current.until > now) {
      current.count += tries;
      return countOf(current, now);
    }
    this.#windows.delete(short);
    this.#makeRoom(now);
    const opened = { count: tries, until: now + this.#duration };
    // A copy: a slice would keep the whole header in memory.
    this.#windows.set(Buffer.from(short).toString(), opened);
    return countOf(opened, now);
  }

  /** The tries of a key, without another one. */
  read(key: string): Count {
    const now = Date.now();
    const current = this.#windows.get(shortKey(key));
    return current && current.until > now ? countOf(current, now) : { consumedPoints: 0, msBeforeNext: 0 };
  }

  /** Gives tries of the current window back. */
  giveBack(key: string, tries = 1): void {
    const current = this.#windows.get(shortKey(key));
    if (current) current.count = Math.max(0, current.count - tries);
  }

  /** Keys in memory. */
  get size(): number {
    return this.#windows.size;
  }

  #makeRoom(now: number): void {
    for (const [key, { until, count }] of this.#windows) {
      if (until > now && count > 0 && this.#windows.size < this.#most) return;
      this.#windows.delete(key);
    }
  }
}

const countOf = ({ count, until }: Window, now: number): Count => ({
  consumedPoints: count,
  msBeforeNext: until - now,
});

/** Longer keys (those with an email) are hashed, so that no client chooses how much memory a key takes. */
const longest = 44;
export const shortKey = (key: string): string =>
  key.length <= longest ? key : createHash("sha256").update(key).digest("base64url").slice(0, 22);
