import { setTimeout as wait } from "node:timers/promises";

/** In milliseconds: a shorter wait is put off to the next call, as timers are no finer. */
const msAtOnce = 10;

/** Lets so many bytes a millisecond pass, of all callers together in the order in which they come. */
export function createPace(bytesPerMs: number) {
  /** When all that has passed is paid for, by `performance.now()`. */
  let paidAt = 0;
  return async (bytes: number): Promise<void> => {
    const now = performance.now();
    paidAt = Math.max(paidAt, now) + bytes / bytesPerMs;
    if (paidAt - now > msAtOnce) await wait(paidAt - now);
  };
}
export type Pace = ReturnType<typeof createPace>;
