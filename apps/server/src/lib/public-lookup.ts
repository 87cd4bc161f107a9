import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { ExternalFailure } from "./external-failure.ts";

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Whether an address belongs to the public internet: not private, loopback, link-local or otherwise special. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/** Names that can only mean a machine on the operator's own network: configuring one is intentional. */
export const isPrivateName = (name: string) =>
  !name.includes(".") || /\.(localhost|local|internal|home\.arpa)$/i.test(name);

/**
 * Looks up names for a connection about to be made, and refuses public names that resolve to private addresses: the
 * owner of a name must not choose one of our machines. The checked address is the one connected to, so it cannot change
 * in between. Each name has one lookup at a time, so that a resolver that hangs holds one thread, not all.
 */
export function publicLookup(
  lookup: LookupFunction = systemLookup,
  mayBePrivate: (name: string) => boolean = isPrivateName,
): LookupFunction {
  const inFlight = new Map<string, Promise<LookupAddress[]>>();

  function look(name: string): Promise<LookupAddress[]> {
    const addresses = inFlight.get(name) ?? allAddresses(lookup, name).finally(() => inFlight.delete(name));
    inFlight.set(name, addresses);
    return addresses;
  }

  return (hostname, options, callback) => {
    const name = hostname.replace(/\.$/, "");
    look(name).then(
      (addresses) => {
        const [first] = addresses;
        const isRefused = !mayBePrivate(name) && !addresses.every(({ address }) => isPublicAddress(address));
        if (!first || isRefused)
          callback(new ExternalFailure("its name leads to a private address", "private"), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** Milliseconds for a question to a name server, which is asked once more. */
const [questionMs, tries] = [1_000, 2];

/**
 * Asks the name servers itself, for names that members choose: the system's lookup runs twice at once in the whole
 * process, so two names whose servers are slow would hold up all others. Fails with the codes of the system's lookup.
 */
export const nameServerLookup: LookupFunction = (name, _options, callback) => {
  askNameServers(name).then(
    (addresses) => callback(null, addresses),
    (error: NodeJS.ErrnoException) => callback(error, []),
  );
};

async function askNameServers(name: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: questionMs, tries });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [
    ...(v4.status === "fulfilled" ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === "fulfilled" ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length > 0) return addresses;
  const isMissing = [v4, v6].every(
    (answer) => answer.status === "rejected" && ["ENOTFOUND", "ENODATA"].includes(answer.reason.code),
  );
  const code = isMissing ? "ENOTFOUND" : "EAI_AGAIN";
  throw Object.assign(new Error(`the name has no address (${code})`), { code });
}

interface Guard {
  /** Hosts that the operator has configured, which may be private. */
  readonly hosts: ReadonlySet<string>;
  /** The lookup used for names. */
  readonly lookup: LookupFunction;
  /** Milliseconds for a connection. */
  readonly timeout: number;
}

/** Connects to names as `lookup` allows. A literal address is never looked up, so it is checked here. */
export function guardedConnector({ hosts, lookup, timeout }: Guard): buildConnector.connector {
  const connect = buildConnector({ lookup, timeout });
  return (options, callback) => {
    const address = options.hostname.replace(/^\[(.*)\]$/, "$1");
    const isChosen = hosts.has(address) || hosts.has(`[${address}]`);
    if (isIP(address) === 0 || isChosen || isPublicAddress(address)) connect(options, callback);
    else callback(new ExternalFailure("it is a private address", "private"), null);
  };
}

const allAddresses = (lookup: LookupFunction, name: string) =>
  new Promise<LookupAddress[]>((resolve, reject) => {
    lookup(name, { all: true }, (error, found, family) => {
      if (error) reject(error);
      else resolve(typeof found === "string" ? [{ address: found, family: family ?? 4 }] : found);
    });
  });
