import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../../../../tests/support/server/app.ts";
import { limitRules } from "./limits.ts";

const proxy = "10.0.0.1";
const { points } = limitRules.codeByAddress;

let open: TestApp;
let behindProxy: TestApp;
beforeAll(async () => {
  open = await buildTestApp();
  behindProxy = await buildTestApp({ trustProxy: [proxy] });
});
afterAll(async () => {
  await open.close();
  await behindProxy.close();
});

/** A wrong link: sixty of an address are all there are. */
const guess = async (on: TestApp, from: string, headers: Record<string, string>) =>
  (await on.call("POST", "/auth/confirm-email", { body: { token: "x".repeat(43) }, from, headers })).status;

/** Tries from one connection, each under another name; how many of them were counted apart. */
async function guesses(on: TestApp, from: string, headersOf: (count: number) => Record<string, string>) {
  const statuses = [];
  for (let count = 0; count <= points; count += 1) statuses.push(await guess(on, from, headersOf(count)));
  return statuses;
}
const allButTheLast = [...Array<number>(points).fill(400), 429];

describe("an address that a visitor claims is ignored", () => {
  test.each(
    ["x-forwarded-for", "x-real-ip", "forwarded", "true-client-ip"].map((name, index) => [name, index]),
  )("in %s, where no proxy is trusted", async (header, index) => {
    const from = `203.0.113.${index}`;
    const value = (count: number) => (header === "forwarded" ? `for=192.0.2.${count}` : `192.0.2.${count}`);
    expect(await guesses(open, from, (count) => ({ [header]: value(count) }))).toEqual(allButTheLast);
  });

  test("in front of what a trusted proxy adds", async () => {
    const sent = (count: number) => ({ "x-forwarded-for": `192.0.2.${count}, 198.51.100.1` });
    expect(await guesses(behindProxy, proxy, sent)).toEqual(allButTheLast);
    expect(await guess(behindProxy, proxy, { "x-forwarded-for": "198.51.100.2" })).toBe(400);
  });

  test("when it does not come through the proxy", async () => {
    const sent = (count: number) => ({ "x-forwarded-for": `192.0.2.${count}` });
    expect(await guesses(behindProxy, "203.0.113.99", sent)).toEqual(allButTheLast);
  });
});
