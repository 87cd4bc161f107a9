import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, buildTestApp, type CallOptions, type TestApp } from "../support/server/app.ts";
import { endpoints, nameOf } from "../support/server/endpoints.ts";
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

const said = ({ headers }: Answer, name: string) =>
  String(headers[name] ?? "")
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);

/** Every call of the contract once, about a thing of the Admin's own. */
async function* everyCall() {
  for (const { call, thing, body } of new Map(authority.map((row) => [row.call, row])).values()) {
    const endpoint = calls.get(call);
    if (!endpoint) continue;
    const target = thing ? await makeThing(thing, { app, reviewer: world.reviewer }, admin) : {};
    const [method = "", path = ""] = call.split(" ");
    const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(target[name]));
    const ask = (options: CallOptions): Promise<Answer> =>
      app.call(method as InjectOptions["method"], url, { ...options, ...(body && { body: body(target) }) });
    yield { call, endpoint, ask };
  }
}

test("no answer to a request with a token may be cached, refusals included", async () => {
  let count = 0;
  for await (const { call, endpoint, ask } of everyCall()) {
    // With a refresh token it would end the session that the rest of the calls are made in.
    const living = endpoint.access === "refreshToken" ? "nobody's" : admin.access_token;
    for (const token of [living, "a.dead.one"]) {
      const answer = await ask({ token });
      expect({ call, kept: said(answer, "cache-control") }).toEqual({ call, kept: ["no-store"] });
      expect({ call, vary: said(answer, "vary") }).toEqual({
        call,
        vary: expect.arrayContaining(["authorization"]),
      });
    }
    count += 1;
  }
  expect(count).toBe(endpoints.length);
});

test("answers to visitors are cached only with revalidation, and never served in place of a member's", async () => {
  for await (const { call, endpoint, ask } of everyCall()) {
    const answer = await ask({});
    const mayKeep = endpoint.method === "GET" && answer.status === 200;
    expect({ call, kept: said(answer, "cache-control") }).toEqual({
      call,
      kept: [mayKeep ? "no-cache" : "no-store"],
    });
    expect(said(answer, "vary")).toContain("authorization");
  }
});
