const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** 0 if this device's clock is behind. */
const passedSince = (instant: string, now: number) => Math.max(0, now - Date.parse(instant));

/** For notifications: minutes below 60, then hours without an upper limit (docs/rules.md#d28). */
export function hoursAgo(instant: string, now: number): string {
  const passed = passedSince(instant, now);
  return passed < hour
    ? count(Math.floor(passed / minute), "minute")
    : count(Math.floor(passed / hour), "hour");
}

/** From 48 hours on a count says less than a date. */
export const isLongAgo = (instant: string, now: number) => passedSince(instant, now) >= 2 * day;

/** For everything else: days from 48 hours on. */
export const timeAgo = (instant: string, now: number): string =>
  isLongAgo(instant, now)
    ? count(Math.floor(passedSince(instant, now) / day), "day")
    : hoursAgo(instant, now);
