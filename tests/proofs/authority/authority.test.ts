import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance, InjectOptions, RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, buildTestApp, type TestApp } from "../../support/server/app.ts";
import { endpoints, nameOf } from "../../support/server/endpoints.ts";
import { fingerprint } from "../fingerprint.ts";
import { type Account, type Caller, type Callers, callers, makeCallers } from "./callers.ts";
import { authority, type Row } from "./table.ts";
import { makeThing, missing, type Target } from "./things.ts";

/** Promise 10: the whole table, through HTTP. */

type Which = "one's own" | "somebody else's" | "what is not there" | "it";
interface Case {
  readonly which: Which;
  readonly status: number;
}

const mounted = new Set<string>();
let answers = 0;
let app: TestApp;
let world: Callers;
beforeAll(async () => {
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook("onRoute", noteRoute);
  subscribe("fastify.initialization", watch);
  // Limits have a table of their own.
  app = await buildTestApp({ rateLimits: false });
  unsubscribe("fastify.initialization", watch);
  world = await makeCallers(app);
});
afterAll(async () => {
  await app.close();
  process.stdout.write(
    `FIGURE ${endpoints.length} calls and ${mounted.size} routes, ${authority.length} rows, ${callers.length} callers, ${answers} answers\n`,
  );
});

function noteRoute({ method, url }: RouteOptions): void {
  for (const verb of [method].flat())
    if (verb !== "HEAD" && verb !== "OPTIONS") mounted.add(`${verb} ${url}`);
}

function casesOf({ answers, thing }: Row, caller: Caller): Case[] {
  const expected = answers[caller];
  if (thing === undefined) return [{ which: "it", status: expected as number }];
  const [own, others, absent] = typeof expected === "number" ? [expected, expected, expected] : expected;
  const hasOwn = own !== null && caller !== "nobody";
  return [
    ...(hasOwn ? [{ which: "one's own", status: own } as const] : []),
    { which: "somebody else's", status: others },
    { which: "what is not there", status: absent },
  ];
}

const isRefused = ({ status }: Case) => status >= 400;
const shared = new Map<string, Promise<Target>>();

/** What is only looked at, or refused, is there once; what is changed is made anew. */
async function targetOf({ call, thing }: Row, caller: Caller, { which, status }: Case): Promise<Target> {
  if (thing === undefined) return {};
  if (which === "what is not there") return missing(thing);
  const own = world.accounts[caller];
  const another = world.accounts[caller === "user A" ? "user B" : "user A"];
  const owner = (which === "one's own" ? own : another) as Account;
  const make = () => makeThing(thing, { app, reviewer: world.reviewer }, owner);
  if (status < 400 && !call.startsWith("GET ")) return make();
  const key = `${thing} of ${owner.user_id}`;
  const target = shared.get(key) ?? make();
  shared.set(key, target);
  return target;
}

async function ask(row: Row, caller: Caller, about: Case, prefix = ""): Promise<Answer> {
  const target = await targetOf(row, caller, about);
  const [method = "", path = ""] = row.call.split(" ");
  const url = path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encodeURIComponent(target[name] ?? "nobody"),
  );
  const token = world.tokens[caller];
  answers += 1;
  return app.call(method as InjectOptions["method"], `${prefix}${url}`, {
    ...(token !== undefined && { token }),
    ...(row.body && { body: row.body(target) }),
    ...(row.headers && { headers: { ...row.headers } }),
  });
}

describe("every route has a row", () => {
  const listed = new Set(authority.map(({ call }) => call));
  const calls = endpoints.map(nameOf);

  test("in the table, and every row has a route", () => {
    const atRoot = [...mounted].filter((route) => !route.includes(" /api/") && route !== "GET *");
    expect(atRoot.length).toBeGreaterThan(60);
    expect([...listed].sort()).toEqual(atRoot.sort());
    for (const call of calls) expect(listed).toContain(call);
  });

  test("and each call exists under /api as well", () => {
    const under = calls.map((call) => call.replace(" /", " /api/"));
    expect([...mounted]).toEqual(expect.arrayContaining(under));
  });
});

describe.each(authority.map((row) => [[row.call, row.thing].filter(Boolean).join(", "), row] as const))(
  "%s",
  (_title, row) => {
    test.each(callers)("%s is answered as the table says", async (caller) => {
      for (const about of casesOf(row, caller)) {
        const { status } = await ask(row, caller, about);
        expect({ ...about, status }).toEqual(about);
      }
    });
  },
);

test("the same calls are refused under /api, and no refused call changes anything", async () => {
  const calls = new Set(endpoints.map(nameOf));
  const refused = authority.flatMap((row) =>
    callers.flatMap((caller) =>
      casesOf(row, caller)
        .filter(isRefused)
        .map((about) => [row, caller, about] as const),
    ),
  );
  // Makes what is shared and not there yet.
  for (const [row, caller, about] of refused) await targetOf(row, caller, about);
  const before = await fingerprint(app);
  let count = 0;
  for (const [row, caller, about] of refused.filter(([{ call }]) => calls.has(call))) {
    const { status } = await ask(row, caller, about, "/api");
    expect({ call: row.call, caller, ...about, status }).toMatchObject({ call: row.call, caller, ...about });
    count += 1;
  }
  expect(count).toBeGreaterThan(500);
  expect(await fingerprint(app)).toEqual(before);
});
