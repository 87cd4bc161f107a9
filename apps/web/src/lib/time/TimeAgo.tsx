import { formatDay, formatMoment } from "./dates.ts";
import { useNow } from "./useNow.ts";
import { useZone } from "./useZone.ts";

interface TimeAgoProps {
  instant: string;
  words?: (instant: string, now: number) => string;
  /** The date is shown next to it already. */
  isDated?: boolean;
}

/**
 * "5 minutes ago", kept up to date while the page is open, and the date beside it where that is long ago
 * (docs/rules.md#dates-beside-relative-times). In HTML from the server the date and time, or their zone if the date is shown next to it.
 */
export function TimeAgo({ instant, words = timeAgo, isDated = false }: TimeAgoProps) {
  const now = useNow();
  const zone = useZone();
  return (
    <time dateTime={instant} title={formatMoment(instant, zone)}>
      {zone !== "utc" ? words(instant, now) : isDated ? "Universal time" : formatMoment(instant, zone)}
      {zone !== "utc" && !isDated && isLongAgo(instant, now) && <span> ({formatDay(instant, zone)})</span>}
    </time>
  );
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"} ago`;

/** 0 if this device's clock is behind. */
const passedSince = (instant: string, now: number) => Math.max(0, now - Date.parse(instant));

/** For notifications: minutes below 60, then hours without an upper limit (docs/rules.md#answers-about-notifications). */
export function hoursAgo(instant: string, now: number): string {
  const passed = passedSince(instant, now);
  if (passed < minute) return "just now";
  return passed < hour
    ? count(Math.floor(passed / minute), "minute")
    : count(Math.floor(passed / hour), "hour");
}

/** From 48 hours on a count says less than a date. */
const isLongAgo = (instant: string, now: number) => passedSince(instant, now) >= 2 * day;

/** For everything else: days from 48 hours on. */
export const timeAgo = (instant: string, now: number): string =>
  isLongAgo(instant, now)
    ? count(Math.floor(passedSince(instant, now) / day), "day")
    : hoursAgo(instant, now);
