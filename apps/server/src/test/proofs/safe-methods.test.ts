import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, type TestApp } from "../app.ts";
import { endpoints, nameOf } from "../endpoints.ts";
import { type Account, type Callers, makeCallers } from "./authority/callers.ts";
import { authority } from "./authority/table.ts";
import { makeThing } from "./authority/things.ts";
import { fingerprint } from "./fingerprint.ts";

/** Everything that can be got, by somebody who may get all of it. */
let app: TestApp;
let world: Callers;
let admin: Account;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  world = await makeCallers(app);
  admin = world.accounts["a verified Admin"] as Account;
});
afterAll(() => app.close());

const reads = authority.filter(({ call }) => call.startsWith("GET "));
const calls = new Map(endpoints.map((endpoint) => [nameOf(endpoint), endpoint]));

test("no GET changes anything", async () => {
  const asked = new Set<string>();
  const urls: string[] = [];
  for (const { call, thing } of reads) {
    const target = thing ? await makeThing(thing, { app, reviewer: world.reviewer }, admin) : {};
    urls.push(
      call.slice(4).replaceAll(/:(\w+)/g, (_whole, name: string) => String(target[name] ?? "nobody")),
    );
    asked.add(call);
  }
  for (const [name, { method }] of calls) if (method === "GET") expect(asked).toContain(name);

  const before = await fingerprint(app);
  for (const url of urls) {
    for (const token of [admin.access_token, undefined]) await app.call("GET", url, token ? { token } : {});
    await app.call("HEAD", url, { token: admin.access_token });
    await app.call("OPTIONS", url, { headers: { origin: "https://elsewhere.example" } });
  }
  expect(await fingerprint(app)).toEqual(before);
});

test("what needs a session is kept by no browser and no proxy, answered or refused", async () => {
  let count = 0;
  for (const { call, thing } of reads) {
    const endpoint = calls.get(call);
    if (!endpoint || endpoint.access === "visitor") continue;
    const target = thing ? await makeThing(thing, { app, reviewer: world.reviewer }, admin) : {};
    const url = call.slice(4).replaceAll(/:(\w+)/g, (_whole, name: string) => String(target[name]));
    for (const token of [admin.access_token, undefined]) {
      const { headers } = await app.call("GET", url, token ? { token } : {});
      expect({ call, kept: headers["cache-control"] }).toEqual({ call, kept: "no-store" });
    }
    count += 1;
  }
  expect(count).toBeGreaterThan(15);
});
