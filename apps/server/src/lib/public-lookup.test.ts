import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { isPublicAddress, nameServerLookup, publicLookup } from "./public-lookup.ts";

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "192.0.0.8",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "localhost",
  "",
])("%s is not a public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["1.1.1.1", "93.184.216.34", "172.32.0.1", "::ffff:93.184.216.34", "2606:4700::1111"])(
  "%s is a public address",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

/** Names lead to these addresses, one answer after the other. */
function nameServer(...answers: string[][]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (name, _options, callback) => {
    asked.push(name);
    const addresses = answers.shift() ?? [];
    setImmediate(() =>
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    );
  };
  return { lookup, asked };
}

const lookUp = (lookup: LookupFunction, name: string) =>
  new Promise<string | LookupAddress[]>((resolve, reject) => {
    lookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

test("a public name that resolves to a private address is refused, even if only one of its addresses is private", async () => {
  const { lookup } = nameServer(["10.0.0.5"], ["93.184.216.34", "127.0.0.1"]);
  const guarded = publicLookup(lookup);
  await expect(lookUp(guarded, "feeds.example")).rejects.toThrow("its name leads to a private address");
  await expect(lookUp(guarded, "feeds.example.")).rejects.toThrow("its name leads to a private address");
});

test("a name is checked again for each connection, since its address may change", async () => {
  const { lookup } = nameServer(["93.184.216.34"], ["127.0.0.1"]);
  const guarded = publicLookup(lookup);
  expect(await lookUp(guarded, "feeds.example")).toEqual([{ address: "93.184.216.34", family: 4 }]);
  await expect(lookUp(guarded, "feeds.example")).rejects.toThrow("its name leads to a private address");
});

test.each(["localhost", "feeds", "feeds.internal", "feeds.local", "feeds.localhost", "feeds.home.arpa"])(
  "%s is a private name: an operator who configures it means a private address",
  async (name) => {
    const { lookup } = nameServer(["192.168.0.7"]);
    expect(await lookUp(publicLookup(lookup), name)).toEqual([{ address: "192.168.0.7", family: 4 }]);
  },
);

test("concurrent lookups of a name share one query", async () => {
  const { lookup, asked } = nameServer(["93.184.216.34"]);
  const guarded = publicLookup(lookup);
  await Promise.all([lookUp(guarded, "feeds.example"), lookUp(guarded, "feeds.example")]);
  expect(asked).toEqual(["feeds.example"]);
});

test("a connection that takes a single address gets one", async () => {
  const { lookup } = nameServer(["93.184.216.34", "93.184.216.35"]);
  const found = await new Promise((resolve) => {
    publicLookup(lookup)("feeds.example", {}, (_error, address, family) => resolve([address, family]));
  });
  expect(found).toEqual(["93.184.216.34", 4]);
});

test("a name that no name server knows fails as it does in the system's lookup", async () => {
  const failed = new Promise<NodeJS.ErrnoException | null>((resolve) =>
    nameServerLookup("nobody.invalid", {}, (error) => resolve(error)),
  );
  // Without a network no name server answers.
  expect(["ENOTFOUND", "EAI_AGAIN"]).toContain((await failed)?.code);
});
