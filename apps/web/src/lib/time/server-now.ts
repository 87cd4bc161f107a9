/** Differences up to this many milliseconds are those of answers on their way, not of clocks. */
const tolerance = 60_000;

/** Milliseconds that the server's clock is ahead of this device's. */
let ahead = 0;

/** The time by the server's clock, in milliseconds: all times that are shown are the server's. */
export const serverNow = (): number => Date.now() + ahead;

/** Compares the clocks by an answer of the server itself: a cache would tell the time at which it was stored. */
export function compareClocks({ headers }: Response): void {
  const at = Date.parse(headers.get("date") ?? "");
  if (Number.isNaN(at) || !headers.get("cache-control")?.includes("no-store")) return;
  const difference = at - Date.now();
  ahead = Math.abs(difference) > tolerance ? difference : 0;
}
