import { expect, test } from "vitest";
import { isOwnOrigin } from "./origins.ts";

const known = ["https://cairn.example", "https://school.example"];

test.each([
  ["the site's own address", "https://cairn.example", "10.0.0.7:5000"],
  ["an allowed one", "https://school.example", "cairn.example"],
  ["the address at which the site was reached", "http://192.168.1.20:5000", "192.168.1.20:5000"],
  ["the same with its default port written out", "http://cairn.local", "cairn.local:80"],
  ["none, for no browser sent it", undefined, "cairn.example"],
])("%s may connect", (_case, origin, host) => {
  expect(isOwnOrigin({ origin, host }, known)).toBe(true);
});

test.each([
  ["another site", "https://evil.example", "cairn.example"],
  ["another port of the same machine", "http://localhost:8080", "localhost:5000"],
  ["a name that begins like ours", "https://cairn.example.evil.example", "cairn.example"],
  ["a page without an origin", "null", "cairn.example"],
  ["a file or an extension", "chrome-extension://cairn.example", "cairn.example"],
  ["what is no address", "cairn.example", "cairn.example"],
  ["a request without a host", "https://evil.example", undefined],
  ["our host with a name in front", "https://evil@cairn.example:1", "cairn.example"],
])("%s may not", (_case, origin, host) => {
  expect(isOwnOrigin({ origin, host }, known)).toBe(false);
});
