import { buildTestApp, type TestApp } from "@tests/support/server/app.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitRules } from "../rate-limits/rate-limits.ts";

const proxy = "10.0.0.1";
const { points } = limitRules.codeByAddress;

let open: TestApp;
let behindProxy: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  open = await buildTestApp();
  behindProxy = await buildTestApp({ trustProxy: [proxy] }, null, {
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(line) }),
  });
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

describe("a client whose proxy names its port as well", () => {
  test.each([
    ["IPv4", (port: number) => `192.0.2.77:${port}`],
    ["IPv6", (port: number) => `[2001:db8:77::7]:${port}`],
  ])("has one limit over all its connections, by %s", async (_kind, named) => {
    const sent = (count: number) => ({ "x-forwarded-for": named(50_000 + count) });
    expect(await guesses(behindProxy, proxy, sent)).toEqual(allButTheLast);
  });

  test("shares it with the same client named without one", async () => {
    const sent = (count: number) => ({
      "x-forwarded-for": ["192.0.2.78", "::ffff:192.0.2.78", `192.0.2.78:${count}`][count % 3] ?? "",
    });
    expect(await guesses(behindProxy, proxy, sent)).toEqual(allButTheLast);
  });

  test.each([
    ["192.0.2.79:50001", "192.0.2.79"],
    ["::ffff:192.0.2.79", "192.0.2.79"],
    ["[2001:DB8:79::7]:50001", "2001:db8:79::7"],
  ])("is logged for fail2ban by its address alone: %s", async (named, address) => {
    lines.length = 0;
    const body = { email: "amina@example.test", password: "not her password" };
    const headers = { "x-forwarded-for": named };
    expect((await behindProxy.call("POST", "/auth/login", { body, from: proxy, headers })).status).toBe(401);
    const logged = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "login_failed");
    expect(logged.map((line) => line.address)).toEqual([address]);
  });
});
