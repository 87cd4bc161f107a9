import { formatDay, formatMoment } from "./dates.ts";
import { isLongAgo, timeAgo } from "./time-ago.ts";
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
 * (docs/rules.md#d112); the date and time in HTML from the server.
 */
export function TimeAgo({ instant, words = timeAgo, isDated = false }: TimeAgoProps) {
  const now = useNow();
  const zone = useZone();
  // An older server may not send it.
  if (Number.isNaN(Date.parse(instant))) return null;
  return (
    <time dateTime={instant} title={formatMoment(instant, zone)}>
      {zone === "utc" ? formatMoment(instant, zone) : words(instant, now)}
      {zone !== "utc" && !isDated && isLongAgo(instant, now) && <span> ({formatDay(instant, zone)})</span>}
    </time>
  );
}
