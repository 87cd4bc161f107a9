/** A page's HTML is the same for every reader, so its times are in UTC until the reader's own time zone is known. */
export type Zone = "local" | "utc";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** The moment as a date whose UTC fields are those that a clock in the zone shows. */
function inZone(instant: string | number, zone: Zone): Date {
  const date = new Date(instant);
  return zone === "utc" ? date : new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
}

const dayAndMonth = (date: Date) => `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;

/** "18 Nov 2025". Not made with Intl, because browsers abbreviate September differently. */
export function formatDay(instant: string, zone: Zone = "local"): string {
  const date = inZone(instant, zone);
  return `${dayAndMonth(date)} ${date.getUTCFullYear()}`;
}

/**
 * A date that ends or begins something for everybody, such as the end of a verification: a day of UTC wherever the reader
 * is, as in the server's own words about it (docs/rules.md#standing).
 */
export const formatTermDay = (instant: string) => formatDay(instant, "utc");

/** "14:20". */
export function formatClock(instant: string, zone: Zone = "local"): string {
  const date = inZone(instant, zone);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** "18 Nov 2025, 14:20", with "UTC" at its end in that zone. */
export const formatMoment = (instant: string, zone: Zone = "local") =>
  `${formatDay(instant, zone)}, ${formatClock(instant, zone)}${zone === "utc" ? " UTC" : ""}`;

/** "18 Nov" for a day of this year, with the year otherwise. */
export function formatShortDay(instant: string, now: number, zone: Zone = "local"): string {
  const date = inZone(instant, zone);
  return date.getUTCFullYear() === inZone(now, zone).getUTCFullYear()
    ? dayAndMonth(date)
    : formatDay(instant, zone);
}
