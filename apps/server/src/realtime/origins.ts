import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request comes from a page of this site, as configured or as it was reached, or of one that is
 * allowed. Only browsers name an origin, and they always do.
 */
export function isOwnOrigin(
  { origin, host }: Pick<IncomingHttpHeaders, "origin" | "host">,
  known: readonly string[],
): boolean {
  if (origin === undefined || known.includes(origin)) return true;
  return URL.canParse(origin) && host !== undefined && sameHost(new URL(origin), host);
}

function sameHost(origin: URL, host: string): boolean {
  // Parsed alike, so that a default port may be written or not.
  const reached = `${origin.protocol}//${host}`;
  return (
    ["http:", "https:"].includes(origin.protocol) &&
    URL.canParse(reached) &&
    new URL(reached).host === origin.host
  );
}
