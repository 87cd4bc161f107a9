const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const twoDigits = (number: number) => String(number).padStart(2, "0");

const dayAndMonth = (date: Date) => `${date.getDate()} ${months[date.getMonth()]}`;

/** "18 Nov 2025", in the reader's time zone. Not made with Intl, because browsers abbreviate September differently. */
export function formatDay(instant: string): string {
  const date = new Date(instant);
  return `${dayAndMonth(date)} ${date.getFullYear()}`;
}

/** "14:20". */
export function formatClock(instant: string): string {
  const date = new Date(instant);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** "18 Nov 2025, 14:20". */
export const formatMoment = (instant: string) => `${formatDay(instant)}, ${formatClock(instant)}`;

/** "18 Nov" for a day of this year, with the year otherwise. */
export function formatShortDay(instant: string, now: number): string {
  const date = new Date(instant);
  return date.getFullYear() === new Date(now).getFullYear() ? dayAndMonth(date) : formatDay(instant);
}
