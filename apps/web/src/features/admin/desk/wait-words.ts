const [hour, day] = [3600, 24 * 3600];

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;

/** A waiting time: minutes under one hour, hours under 48, then days. */
export function waitWords(seconds: number): string {
  if (seconds < hour) return count(Math.floor(seconds / 60), "minute");
  if (seconds < 2 * day) return count(Math.floor(seconds / hour), "hour");
  return count(Math.floor(seconds / day), "day");
}
