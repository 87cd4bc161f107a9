import { formatMoment } from "./dates.ts";
import { timeAgo } from "./time-ago.ts";
import { useNow } from "./useNow.ts";
import { useZone } from "./useZone.ts";

interface TimeAgoProps {
  instant: string;
  words?: (instant: string, now: number) => string;
}

/** "5 minutes ago", kept up to date while the page is open; the date and time in HTML from the server. */
export function TimeAgo({ instant, words = timeAgo }: TimeAgoProps) {
  const now = useNow();
  const zone = useZone();
  // An older server may not send it.
  if (Number.isNaN(Date.parse(instant))) return null;
  return (
    <time dateTime={instant} title={formatMoment(instant, zone)}>
      {zone === "utc" ? formatMoment(instant, zone) : words(instant, now)}
    </time>
  );
}
