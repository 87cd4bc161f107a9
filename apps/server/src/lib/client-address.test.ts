import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { addressKey, clientAddress } from "./client-address.ts";

const proxy = "10.0.0.1";
const read = (
  remoteAddress: string | undefined,
  forwarded?: string,
  trustProxy: readonly string[] = [proxy],
) =>
  clientAddress(trustProxy)({
    socket: { remoteAddress } as IncomingMessage["socket"],
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
  });

describe("a proxy names one client, however it writes the address:", () => {
  test.each([
    ["1.2.3.4", "1.2.3.4"],
    ["1.2.3.4:5678", "1.2.3.4"],
    ["1.2.3.4:", "1.2.3.4"],
    ["  1.2.3.4  ", "1.2.3.4"],
    ['"1.2.3.4:5678"', "1.2.3.4"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::FFFF:1.2.3.4", "1.2.3.4"],
    ["::ffff:102:304", "1.2.3.4"],
    ["0:0:0:0:0:ffff:1.2.3.4", "1.2.3.4"],
    ["[::ffff:1.2.3.4]:5678", "1.2.3.4"],
    ["2001:db8::7", "2001:db8::7"],
    ["2001:DB8:0:0:0:0:0:7", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[2001:db8::7]:5678", "2001:db8::7"],
    ['"[2001:db8::7]:5678"', "2001:db8::7"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%eth0]:5678", "fe80::1"],
    ["::1", "::1"],
    ["203.0.113.9, 1.2.3.4:5678", "1.2.3.4"],
    ["1.2.3.4:5678, 10.0.0.1:443", "1.2.3.4"],
    ["1.2.3.4,, ,", "1.2.3.4"],
    ["", proxy],
    [" , ", proxy],
    ["unknown", "unknown"],
    ["1.2.3", "1.2.3"],
    ["1.2.3.4:http", "1.2.3.4:http"],
    ["[2001:db8::zz]:1", "[2001:db8::zz]:1"],
  ])("%s", (forwarded, client) => {
    expect(read(proxy, forwarded)).toBe(client);
  });
});

describe("the address of a connection", () => {
  test("is read in the same way", () => {
    expect(read("::ffff:192.0.2.1")).toBe("192.0.2.1");
    expect(read("fe80::1%eth0")).toBe("fe80::1");
    expect(read(undefined)).toBe("");
  });

  test("is the client's, whatever it claims, unless it is a trusted proxy's", () => {
    expect(read("192.0.2.1", "1.2.3.4")).toBe("192.0.2.1");
    expect(read(proxy, "1.2.3.4", [])).toBe(proxy);
    expect(read(proxy, "1.2.3.4", ["10.0.0.0/8"])).toBe("1.2.3.4");
  });

  test.each([
    ["::ffff:10.0.0.1", "10.0.0.1"],
    ["10.0.0.1", "::ffff:10.0.0.1"],
    ["10.0.0.1", "::ffff:10.0.0.0/104"],
    ["::ffff:10.0.0.1", "10.0.0.0/8"],
    ["fd00::1", "fd00::/8"],
  ])("%s is that of a proxy listed as %s", (connection, range) => {
    expect(read(connection, "1.2.3.4", [range])).toBe("1.2.3.4");
  });
});

test("limits count IPv4 by address, and IPv6 by /64", () => {
  expect(addressKey("1.2.3.4")).toBe("1.2.3.4");
  expect(addressKey("2001:db8::7")).toBe("2001:db8:0:0::/64");
  expect(addressKey("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(addressKey("::1")).toBe("0:0:0:0::/64");
});
