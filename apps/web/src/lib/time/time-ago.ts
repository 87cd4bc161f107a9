const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** Minutes under 60, then hours (D28), and days from 48 hours on. A clock that runs behind reads as now. */
export function timeAgo(instant: string, now: number): string {
  const passed = Math.max(0, now - Date.parse(instant));
  if (passed < hour) return count(Math.floor(passed / minute), "minute");
  if (passed < 2 * day) return count(Math.floor(passed / hour), "hour");
  return count(Math.floor(passed / day), "day");
}
