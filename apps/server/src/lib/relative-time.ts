const minute = 60_000;
const hour = 60 * minute;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** Minutes under 60, hours from there on, however many (D28). A time that is still to come reads as now. */
export function relativeTime(at: Date, now: Date): string {
  const passed = Math.max(0, now.getTime() - at.getTime());
  if (passed < hour) return count(Math.floor(passed / minute), "minute");
  return count(Math.floor(passed / hour), "hour");
}
