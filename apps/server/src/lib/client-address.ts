import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6, SocketAddress } from "node:net";

/** Whose address is meant: what is read of a request for that. */
type Sender = Pick<IncomingMessage, "headers" | "socket">;

/**
 * The one reading of a request's address, for limits, logs and fail2ban alike: the first from the right that is no
 * trusted proxy. Without its port, which is another one at each connection, and in the shortest form of an IP address.
 * What a proxy names in another way, such as `unknown`, stays as it is. Empty once the connection is gone.
 * @param trustProxy addresses and ranges of proxies whose X-Forwarded-For counts
 */
export function clientAddress(trustProxy: readonly string[]): (request: Sender) => string {
  const trusted = new BlockList();
  for (const range of trustProxy) {
    const [address = "", bits] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  // In this form it is compared with ranges of either kind.
  const isTrusted = (address: string) =>
    isIPv4(address) || isIPv6(address)
      ? trusted.check(isIPv4(address) ? `::ffff:${address}` : address, "ipv6")
      : false;
  return ({ socket, headers }) => {
    let client = plainAddress(socket.remoteAddress ?? "");
    if (trustProxy.length === 0 || !isTrusted(client)) return client;
    for (const entry of String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .reverse()) {
      const address = plainAddress(entry);
      if (address === "") continue;
      client = address;
      if (!isTrusted(client)) break;
    }
    return client;
  };
}

/** Without blanks, quotes, brackets, port and zone. IPv4 that is written as IPv6 is IPv4. */
function plainAddress(text: string): string {
  const named = text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .trim();
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{0,5})?$/.exec(named) ?? [];
  const [address = ""] = (inBrackets ?? beforePort ?? named).split("%", 1);
  if (!isIPv6(address)) return isIPv4(address) ? address : named;
  const short = new SocketAddress({ address, family: "ipv6" }).address;
  return short.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * The key under which a client's address is limited: IPv6 by /64, since one household or school gets at least that
 * much.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const groups = address.includes("::")
    ? [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right]
    : left;
  return `${groups.slice(0, 4).join(":")}::/64`;
}
