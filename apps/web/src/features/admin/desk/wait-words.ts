const [hour, day] = [3600, 24 * 3600];

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** How long somebody waits: minutes under 60, then hours, and days from 48 hours on. */
export function waitWords(seconds: number): string {
  if (seconds < hour) return count(Math.floor(seconds / 60), "minute");
  if (seconds < 2 * day) return count(Math.floor(seconds / hour), "hour");
  return count(Math.floor(seconds / day), "day");
}
