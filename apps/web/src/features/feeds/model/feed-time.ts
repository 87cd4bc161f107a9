const isoWithoutZone = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/;
const zone = /(?:Z|UTC?|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})$/i;

/**
 * A source's time as ISO 8601. Without a zone it is UTC (docs/rules.md#d12), wherever the reader is; null for no time.
 */
export function instantOf(written: string): string | null {
  const time = Date.parse(withZone(written.trim()));
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function withZone(written: string): string {
  const [, day, clock = "00:00"] = isoWithoutZone.exec(written) ?? [];
  if (day !== undefined) return `${day}T${clock}Z`;
  return zone.test(written) ? written : `${written} UTC`;
}
