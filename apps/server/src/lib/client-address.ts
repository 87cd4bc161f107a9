import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6, SocketAddress } from "node:net";

/** The parts of a request that decide its address. */
type Sender = Pick<IncomingMessage, "headers" | "socket">;

/**
 * The client's address for limits, logs and fail2ban: the rightmost one that is no trusted proxy, without its port
 * (which differs by connection), in the shortest form of an IP address. A proxy's other names, such as `unknown`, stay.
 * Empty once the connection is gone. @param trustProxy addresses and ranges of proxies whose X-Forwarded-For is trusted
 */
export function clientAddress(trustProxy: readonly string[]): (request: Sender) => string {
  const trusted = new BlockList();
  for (const range of trustProxy) {
    const [address = "", bits] = range.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(bits), family);
  }
  // Ranges of IPv4 and of IPv6 are compared in this form.
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

/** Without blanks, quotes, brackets, port and zone. IPv4 in IPv6 notation becomes IPv4. */
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

/** The key for limits by address: IPv6 by /64, which is the least that one household or school gets. */
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
