import { BlockList, isIPv6 } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** Whether an address is this machine's own (loopback); an IPv4 address may be written as IPv6. */
export function isLoopback(address: string): boolean {
  return address !== "" && loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/** The same for a Host header, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
  return name === "localhost" || isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
}
