import { formatClock, formatShortDay } from "../../../lib/time/dates.ts";

/** "09:42" today, then "Yesterday", then "18 Nov". */
export function activityTime(instant: string, now: number): string {
  const day = startOfDay(Date.parse(instant));
  if (day >= startOfDay(now)) return formatClock(instant);
  return day === startOfDay(startOfDay(now) - 1) ? "Yesterday" : formatShortDay(instant, now);
}

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);
