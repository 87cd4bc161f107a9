import { formatMoment } from "./dates.ts";
import { timeAgo } from "./time-ago.ts";
import { useNow } from "./useNow.ts";

interface TimeAgoProps {
  instant: string;
  words?: (instant: string, now: number) => string;
}

/** "5 minutes ago", kept up to date while the page is open. */
export function TimeAgo({ instant, words = timeAgo }: TimeAgoProps) {
  const now = useNow();
  // An older server may not send it.
  if (Number.isNaN(Date.parse(instant))) return null;
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {words(instant, now)}
    </time>
  );
}
