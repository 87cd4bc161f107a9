const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** A clock that runs behind reads as now. */
const passedSince = (instant: string, now: number) => Math.max(0, now - Date.parse(instant));

/** What happened, on notifications: minutes under 60, hours from there on, however many (D28). */
export function hoursAgo(instant: string, now: number): string {
  const passed = passedSince(instant, now);
  return passed < hour
    ? count(Math.floor(passed / minute), "minute")
    : count(Math.floor(passed / hour), "hour");
}

/** Everywhere else: days from 48 hours on. */
export function timeAgo(instant: string, now: number): string {
  const passed = passedSince(instant, now);
  return passed < 2 * day ? hoursAgo(instant, now) : count(Math.floor(passed / day), "day");
}
