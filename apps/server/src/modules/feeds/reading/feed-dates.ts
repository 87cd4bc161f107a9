/** Forms that every browser reads: these stay as they are written. */
const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;
const mail = /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|[+-]\d{4})$/;

const time = String.raw`(?<hour>\d\d?):(?<minute>\d\d?)(?::(?<second>\d\d?)(?:[.,]\d+)?)?`;
const half = String.raw`(?<half>[ap])\.?m\.?`;
const zone = String.raw`(?<zone>(?:gmt|utc?)? ?[+-]\d\d?:?(?:\d\d)?|[a-z]{1,5})`;
/** Behind a day. A comment names the zone once more, and may be cut off. */
const end = String.raw`(?:,?\s+(?:at\s+)?${time}\s*(?:${half})?\s*${zone}?)?(?:\s*\([^()]*\)?)?$`;
const weekday = String.raw`^(?:\p{L}+\.?,?\s+)?`;
const name = String.raw`(?<name>[a-z]{3,9})\.?`;
const day = String.raw`(?<day>\d\d?)(?:st|nd|rd|th)?`;
const ofForm = (...parts: string[]) => new RegExp(parts.join(""), "iu");

/** ISO 8601 with more or less of it: a year, a month, other separators or none, one digit, a comma before the fraction. */
const loosely =
  /^(?<year>\d{4})(?:[-/.]?(?<month>\d\d)(?:[-/.]?(?<day>\d\d))?)?(?:[t ]\s*(?<hour>\d\d?):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,]\d+)?)?)?\s*(?<zone>z|[a-z]{3,4}|[+-]\d\d?:?(?:\d\d)?)?$/i;
const dayOfYear = /^(?<year>\d{4})-?(?<dayOfYear>\d{3})$/;
/** RFC 822 and its relatives: any weekday, the month in full, two digits of a year, half a day, a zone by its name. */
const dayFirst = ofForm(
  weekday,
  day,
  String.raw`,?[\s-]+`,
  name,
  String.raw`,?[\s-]+(?<year>\d{4}|\d\d)`,
  end,
);
/** As some countries and JavaScript write it; C's asctime has the year at the end. */
const monthFirst = ofForm(weekday, name, String.raw`\s+`, day, String.raw`,?\s+(?<year>\d{4})`, end);
const yearLast = ofForm(
  weekday,
  name,
  String.raw`\s+`,
  day,
  String.raw`,?\s+${time}\s+(?:${zone}\s+)?(?<year>\d{4})$`,
);
const inFigures = ofForm(String.raw`^(?<one>\d\d?)[/.](?<two>\d\d?)[/.](?<year>\d{4})`, end);
const forms = [dayOfYear, loosely, dayFirst, monthFirst, yearLast, inFigures];

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
    if (parts) return timeOf({ ...parts, ...inOrder(parts) })?.toISOString() ?? "";
  }
  return "";
}

/** Which of two figures is the month: countries with halves of a day write it first. Without them 8/9 may be either. */
function inOrder({ one, two, half }: Readonly<Record<string, string | undefined>>) {
  if (one === undefined) return {};
  if (Number(one) > 12) return { month: two, day: one };
  const isMonthFirst = half !== undefined || Number(two) > 12 || Number(one) === Number(two);
  return { month: isMonthFirst ? one : "0", day: two };
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
