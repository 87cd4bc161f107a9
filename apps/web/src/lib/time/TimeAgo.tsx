import { formatMoment } from "./dates.ts";
import { timeAgo } from "./time-ago.ts";
import { useNow } from "./useNow.ts";

/** "5 minutes ago", true as the minutes pass. */
export function TimeAgo({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatMoment(instant)}>
      {timeAgo(instant, useNow())}
    </time>
  );
}
