import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Whether an address is this machine's own (loopback); an IPv4 address may be written as IPv6. */
function isLoopback(address: string): boolean {
  return address !== "" && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** The same for a Host header, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return name === "localhost" || isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
}

const forwarding = [
  ...["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"],
  ...["x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip"],
];

/**
 * Whether the request was made on this machine, for this machine: a request that a proxy forwards comes from elsewhere,
 * and so does one from a page that reached this machine under a name of its own (DNS rebinding).
 */
export function isFromThisMachine({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): boolean {
  return (
    isLoopback(socket.remoteAddress ?? "") &&
    isLoopbackHost(headers.host ?? "") &&
    !forwarding.some((name) => headers[name] !== undefined)
  );
}
