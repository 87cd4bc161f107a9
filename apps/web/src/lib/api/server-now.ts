/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** The time by the server's clock, in milliseconds: all times that are shown are the server's. */
export const serverNow = (): number => Date.now() + ahead;

/**
 * Compares the clocks by an answer of the server itself: a cache would tell the time at which it was stored. Differences
 * of up to a minute are those of answers on their way.
 */
export function compareClocks({ headers }: Response): void {
  const difference = Date.parse(String(headers.get("date"))) - Date.now();
  if (headers.get("cache-control") === "no-store") ahead = Math.abs(difference) > 60_000 ? difference : 0;
}
