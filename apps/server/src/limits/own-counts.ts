import { createHash } from "node:crypto";

interface Window {
  count: number;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** Tries of a key in the current window, and the milliseconds until it ends. */
export interface Count {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Keys of one limit in one process: 4 MB. */
export const mostKeys = 20_000;

/**
 * A limit's tries in this process. The limiter's library keeps a timer and a record for each key and any number of keys,
 * a kilobyte each. These windows all last equally long, so the first that was opened is the first to end: it goes first,
 * and where there are too many keys it goes before its end: an attacker with 20,000 keys already has 20,000 times the
 * limit, so an early end gives them nothing new.
 */
export class OwnCounts {
  readonly #windows = new Map<string, Window>();
  readonly #duration: number;
  readonly #most: number;

  /** @param seconds how long a window lasts, from the first try in it. */
  constructor(seconds: number, most = mostKeys) {
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
    // A copy: parts of a header would keep the whole header in memory.
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

/** Longer keys (those with an email in them) are hashed, so that nobody chooses what a key takes. */
const longest = 44;
export const shortKey = (key: string): string =>
  key.length <= longest ? key : createHash("sha256").update(key).digest("base64url").slice(0, 22);
