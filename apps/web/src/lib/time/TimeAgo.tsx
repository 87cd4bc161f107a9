import { formatMoment } from "./dates.ts";
import { timeAgo } from "./time-ago.ts";
import { useNow } from "./useNow.ts";

interface TimeAgoProps {
  instant: string;
  words?: (instant: string, now: number) => string;
}

/** "5 minutes ago", true as the minutes pass. */
export function TimeAgo({ instant, words = timeAgo }: TimeAgoProps) {
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {words(instant, useNow())}
    </time>
  );
}
