/** Forms that every browser reads: these stay as they are written. */
const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const mail = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|[+-]\d{4})$/;

/** ISO 8601 with more or less of it: a year, a month, no separators, one-digit hours, a comma before the fraction. */
const loosely =
  /^(?<year>\d{4})(?:-?(?<month>\d\d)(?:-?(?<day>\d\d))?)?(?:[t ]\s*(?<hour>\d\d?):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,]\d+)?)?)?\s*(?<zone>z|[a-z]{3,4}|[+-]\d\d?:?(?:\d\d)?)?$/i;
const dayOfYear = /^(?<year>\d{4})-?(?<dayOfYear>\d{3})$/;
/** RFC 822 and its relatives: any weekday, the month in full, two digits of a year, half a day, a zone by its name. */
const written =
  /^(?:\p{L}+\.?,?\s+)?(?<day>\d\d?)(?:st|nd|rd|th)?[\s-]+(?<name>[a-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d\d)(?:,?\s+(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s*(?<half>[ap]m)?\s*(?<zone>[a-z]{1,5}|(?:gmt|utc?)?[+-]\d\d?:?(?:\d\d)?)?)?(?:\s*\([^()]*\))?$/iu;
/** As C's asctime and some countries write it. */
const monthFirst =
  /^(?:\p{L}+\.?,?\s+)?(?<name>[a-z]{3,9})\.?\s+(?<day>\d\d?)(?:st|nd|rd|th)?,?\s+(?:(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?\s+(?:(?<zone>[a-z]{1,5}|[+-]\d{4})\s+)?)?(?<year>\d{4})$/iu;
const forms = [dayOfYear, loosely, written, monthFirst];

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** Hours before or after UTC. A name that is not here counts as UTC. */
const zones: Readonly<Record<string, number>> = {
  ...{ nst: -3.5, ast: -4, adt: -3, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{
    akst: -9,
    akdt: -8,
    hst: -10,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    met: 1,
    mest: 2,
    eet: 2,
    eest: 3,
    msk: 3,
  },
  ...{ ist: 5.5, hkt: 8, sgt: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

/** A time of a feed, as written if browsers read it so, else in UTC; empty if it cannot be read. */
export function readFeedDate(text: string): string {
  const given = text.trim().replace(/\s+/g, " ").slice(0, 60);
  if (iso.test(given) || mail.test(given)) return Number.isNaN(Date.parse(given)) ? "" : given;
  if (/^\d{9,10}$/.test(given)) return new Date(Number(given) * 1000).toISOString();
  for (const form of forms) {
    const parts = form.exec(given)?.groups;
    if (parts) return timeOf(parts)?.toISOString() ?? "";
  }
  return "";
}

function timeOf(parts: Readonly<Record<string, string | undefined>>): Date | null {
  const number = (name: string, missing: number) => (parts[name] ? Number(parts[name]) : missing);
  const month = parts.name ? months.indexOf(parts.name.slice(0, 3).toLowerCase()) + 1 : number("month", 1);
  const day = number("day", 1);
  const hour = number("hour", 0);
  const isPossible =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31 &&
    number("dayOfYear", 1) >= 1 &&
    number("dayOfYear", 1) <= 366 &&
    hour <= 24 &&
    number("minute", 0) <= 59 &&
    number("second", 0) <= 60;
  if (!isPossible) return null;
  const local = Date.UTC(
    fullYear(parts.year ?? ""),
    month - 1,
    parts.dayOfYear ? number("dayOfYear", 1) : day,
    parts.half ? (hour % 12) + (/p/i.test(parts.half) ? 12 : 0) : hour,
    number("minute", 0),
    number("second", 0),
  );
  return new Date(local - minutesOf(parts.zone ?? "") * 60_000);
}

function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  return Number(year) + (Number(year) < 50 ? 2000 : 1900);
}

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d?):?(\d\d)?$/.exec(zone) ?? [];
  if (sign) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
  return 60 * (zones[zone.toLowerCase()] ?? 0);
}
