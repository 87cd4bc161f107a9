import { isPrivateName, isPublicAddress } from "./public-lookup.ts";

/** Characters of a host's name, as DNS has it. */
const longestHost = 253;

const defaultPort = ({ protocol }: URL) => (protocol === "https:" ? 443 : 80);

/**
 * The usual form of an address that a user gave, for requests to it: https and a public host, or a `host:port` of
 * `anywhere`, also by http. null for anything else. A name may still lead to a private address, which only the connection
 * finds out (safe-fetch.ts).
 */
export function outsideAddress(text: string, anywhere: ReadonlySet<string>): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["https:", "http:"].includes(url.protocol) || url.username || url.password) return null;
  if (anywhere.has(`${url.hostname}:${url.port || defaultPort(url)}`)) return url.href;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const isName = !/^[\d.]+$|:/.test(host);
  const isPossible = url.protocol === "https:" && host.length <= longestHost;
  return isPossible && (isName ? !isPrivateName(host) : isPublicAddress(host)) ? url.href : null;
}
