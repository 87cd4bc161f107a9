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
 * (docs/rules.md#d112). In HTML from the server the date and time, or empty space if the date is shown next to it.
 */
export function TimeAgo({ instant, words = timeAgo, isDated = false }: TimeAgoProps) {
  const now = useNow();
  const zone = useZone();
  return (
    <time dateTime={instant} title={formatMoment(instant, zone)}>
      {zone !== "utc" ? words(instant, now) : isDated ? "\u00a0" : formatMoment(instant, zone)}
      {zone !== "utc" && !isDated && isLongAgo(instant, now) && <span> ({formatDay(instant, zone)})</span>}
    </time>
  );
}
