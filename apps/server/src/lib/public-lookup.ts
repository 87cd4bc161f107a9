import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { OutsideFailure } from "./outside-failure.ts";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address is one of the public internet: neither private, loopback, link-local nor any other special one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Names that can only mean a machine of one's own: whoever configures one means it. */
export const isPrivateName = (name: string) =>
  !name.includes(".") || /\.(localhost|local|internal|home\.arpa)$/i.test(name);

/**
 * Looks names up for a connection that is about to be made, and refuses public names that lead to private
 * addresses: whoever owns the name must not choose a machine of ours. What is checked is what is connected to, so a name
 * cannot change in between. One look at a time for each name: a resolver that hangs holds one thread, not all.
 */
export function publicLookup(lookup: LookupFunction = systemLookup): LookupFunction {
  const underway = new Map<string, Promise<LookupAddress[]>>();

  function look(name: string): Promise<LookupAddress[]> {
    const addresses = underway.get(name) ?? allAddresses(lookup, name).finally(() => underway.delete(name));
    underway.set(name, addresses);
    return addresses;
  }

  return (hostname, options, callback) => {
    const name = hostname.replace(/\.$/, "");
    look(name).then(
      (addresses) => {
        const [first] = addresses;
        const isRefused = !isPrivateName(name) && !addresses.every(({ address }) => isPublicAddress(address));
        if (!first || isRefused) callback(new OutsideFailure("its name leads to a private address"), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

const allAddresses = (lookup: LookupFunction, name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    lookup(name, { all: true }, (error, found, family) => {
      if (error) reject(error);
      else resolve(typeof found === "string" ? [{ address: found, family: family ?? 4 }] : found);
    });
  });
