import { tmpdir } from "node:os";
import {
  buildTestApp,
  builtSite,
  password,
  registerMember,
  type TestApp,
} from "@tests/support/server/app.ts";
import { endpoints, nameOf } from "@tests/support/server/endpoints.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { png } from "@tests/support/server/media.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Bearer } from "../calls/bearer.ts";
import { limitRules, noRateLimits, type RateLimits } from "../rate-limits/rate-limits.ts";
import { countAnswers, countCalls, followLimits, type RouteLimit } from "./call-limits.ts";
import { nameClients } from "./client-addresses.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ pyodideDir: tmpdir() }, builtSite);
});
afterAll(() => app.close());

const login = (body: unknown, from = "192.0.2.1") => app.call("POST", "/auth/login", { body, from });
const times = async (count: number, act: () => Promise<unknown>) => {
  for (let done = 0; done < count; done += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - done) }, act));
};

async function publishedPicture(token?: string): Promise<string> {
  const by = token ?? (await registerMember(app)).access_token;
  await sendForm(app, "PATCH", "/profiles/me", { token: by, file: { ...(await png()), part: "avatar" } });
  return (await app.call("GET", "/profiles/me", { token: by })).body.avatar_url;
}

/** The tries that a request to a route with this limit takes. */
async function askedBy(limit: RouteLimit, query = "", userId?: number, answer = ""): Promise<string[]> {
  const asked: string[] = [];
  const http = Fastify().decorateRequest("bearer", null);
  nameClients(http, []);
  http.addHook("onRequest", async (request) => {
    if (userId !== undefined) request.bearer = { userId } as Bearer;
  });
  followLimits(http);
  const rateLimits: RateLimits = {
    ...noRateLimits,
    take: async (...[name, key, tries]) => void asked.push(`${name} ${key} ${tries}`),
  };
  countCalls(http, rateLimits);
  countAnswers(http, rateLimits);
  http.get("/", { config: { limit } }, async () => answer);
  await http.inject({ url: `/${query}`, remoteAddress: "2001:db8::7" });
  return asked;
}

describe("every route has a limit:", () => {
  const named = (limit: RouteLimit) => [
    ...new Set(
      app.routes
        .filter((route) => route.limit === limit && route.method !== "HEAD")
        .map(({ method, url }) => `${method} ${url.replace(/^\/api(?=\/)/, "")}`),
    ),
  ];
  const calls = endpoints.map(nameOf);
  const isHealth = (call: string) => call.startsWith("GET /health/");

  test("reads of calls, feeds, pages and documents", () => {
    const reads = calls.filter((call) => call.startsWith("GET ") && !isHealth(call));
    expect(named("read")).toEqual(expect.arrayContaining(reads));
    expect(
      named("read")
        .filter((route) => !reads.includes(route))
        .sort(),
    ).toEqual([
      "GET /",
      "GET /.well-known/security.txt",
      "GET /about/:slug",
      "GET /authors/:id/feed.xml",
      "GET /authors/:id/podcast.xml",
      "GET /cards/:id/:file",
      "GET /categories/:id/feed.xml",
      "GET /content/:id/chapters.json",
      "GET /docs",
      "GET /docs/style.css",
      "GET /feed",
      "GET /feed.xml",
      "GET /feedpage",
      "GET /home",
      "GET /log/checkpoint",
      "GET /log/key",
      "GET /log/tile/:level/*",
      "GET /notices/choices",
      "GET /notices/choices.css",
      "GET /notices/unsubscribe",
      "GET /openapi.json",
      "GET /podcast.xml",
      "GET /podcasts/:file",
      "GET /posts",
      "GET /posts/:id",
      "GET /robots.txt",
      "GET /series/:id/podcast.xml",
      "GET /sitemap.xml",
      "GET /sitemaps/:kind/:file",
    ]);
  });

  test("whatever is no read", () => {
    const forms = ["POST /notices/choices", "POST /notices/unsubscribe"];
    const changing = calls.filter((call) => !call.startsWith("GET "));
    expect(named("call").sort()).toEqual([...changing, ...forms].sort());
  });

  test("stored files, files of the site, health checks, sockets and page loads of a sign-in", () => {
    expect(named("media").sort()).toEqual(["GET /exports/:key", "GET /media/:key"]);
    expect(named("health").sort()).toEqual([...calls.filter(isHealth), "GET /metrics"].sort());
    expect(named("socket").sort()).toEqual(["GET /socket.io", "POST /socket.io"]);
    expect(named("page load")).toEqual(["GET /auth/login/:provider", "GET /auth/login/:provider/return"]);
    expect(named("file")).toEqual(
      expect.arrayContaining(["GET /login", "GET /favicon.svg", "GET /pyodide/pyodide.mjs"]),
    );
    for (const route of named("file")) expect(route).toMatch(/^GET \/[\w./:-]*$/);
    expect(named("preflight")).toEqual(["OPTIONS *"]);
  });

  test("one that names none cannot be added", () => {
    const http = Fastify();
    followLimits(http);
    expect(() => http.get("/forgotten", async () => "")).toThrow("GET /forgotten has no limit");
  });

  test.each([
    ["read", "readByAddress"],
    ["call", "callByAddress"],
    ["file", "fileByAddress"],
    ["media", "fileByAddress"],
    ["health", "healthByAddress"],
    ["socket", "socketByAddress"],
  ] as const)("a %s takes a try of %s", async (limit, taken) => {
    expect(await askedBy(limit)).toEqual([`${taken} 2001:db8:0:0::/64 1`]);
  });

  test.each([
    ["?q=sql", 5, 5],
    ["?q=+", 1, 1],
    ["?page=100", 1, 1],
    ["?page=101", 5, 5],
    ["?page=11&per_page=100", 5, 25],
    ["?per_page=50", 1, 1],
    ["?per_page=51", 5, 13],
    ["?page=nonsense", 1, 1],
    ["?per_page=Infinity", 1, 1],
    ["?page=1e999&per_page=-1e999", 1, 1],
    ["?q=sql&q=go", 1, 1],
  ])("a read of %s takes as many tries as it costs: %i, for a member %i", async (query, tries, ofMember) => {
    expect(await askedBy("read", query)).toEqual([`readByAddress 2001:db8:0:0::/64 ${tries}`]);
    expect(await askedBy("read", query, 7)).toEqual([`readByUser 7 ${ofMember}`]);
  });
});

test("a read takes one more try for each 32 KB of its answer, a member's one for each 8 KB, and other calls none", async () => {
  const answer = "é".repeat(33_000);
  const visitor = "2001:db8:0:0::/64";
  expect(await askedBy("read", "", undefined, answer)).toEqual([
    `readByAddress ${visitor} 1`,
    `readByAddress ${visitor} 2`,
  ]);
  expect(await askedBy("read", "", 7, answer)).toEqual(["readByUser 7 1", "readByUser 7 8"]);
  expect(await askedBy("call", "", undefined, answer)).toEqual([`callByAddress ${visitor} 1`]);
});

describe("once an address has used up its tries, the database is asked nothing more", () => {
  /** A hundred of these calls are refused, and cost less than a statement each. */
  async function expectCheapRefusals(call: () => Promise<{ status: number }>): Promise<void> {
    const statements = await statementsOf(app, async () => {
      const answers = await Promise.all(Array.from({ length: 100 }, call));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    });
    expect(statements).toBeLessThan(50);
  }

  test("for reads, of calls and feeds alike, members aside", async () => {
    const from = "192.0.2.40";
    const read = (path: string) => () => app.call("GET", path, { from });
    await times(limitRules.readByAddress.points, read("/authors/999999/feed.xml"));
    for (const path of ["/authors/999999/feed.xml", "/content/999999", "/cards/1/1-abcdefghijkl.png"])
      await expectCheapRefusals(read(path));
    const { access_token: token } = await registerMember(app);
    expect((await app.call("GET", "/content/999999", { from, token })).status).toBe(404);
  });

  test("for stored files that are not there, and addresses where there is nothing", async () => {
    const from = "192.0.2.50";
    const miss = (count: number) => () => app.call("GET", `/media/${count}.png`, { from });
    await times(limitRules.missByAddress.points - 100, miss(1));
    await times(100, () => app.call("POST", "/no/such/call", { from }));
    await expectCheapRefusals(miss(2));
    expect((await app.call("GET", "/no/such/call", { from })).status).toBe(429);
    expect((await app.call("GET", "/media/3.png", { from: "192.0.2.51" })).status).toBe(404);
  });

  test("for stored files that this process has not served lately: the others stay for everybody at the address", async () => {
    const from = "192.0.2.52";
    const picture = await publishedPicture();
    const miss = (count: number) => () => app.call("GET", `/media/${count}.png`, { from });
    expect((await app.call("GET", picture, { from: "192.0.2.53" })).status).toBe(200);
    await times(limitRules.missByAddress.points, miss(1));
    await expectCheapRefusals(miss(2));
    expect((await app.call("GET", picture, { from })).status).toBe(200);
    expect((await app.call("HEAD", picture, { from })).status).toBe(200);
  });

  test("for a served file that was taken down, from its first miss on", async () => {
    const from = "192.0.2.54";
    const { access_token: token } = await registerMember(app);
    const picture = await publishedPicture(token);
    expect((await app.call("GET", picture)).status).toBe(200);
    await sendForm(app, "PATCH", "/profiles/me", { token, file: { ...(await png()), part: "avatar" } });
    await times(limitRules.missByAddress.points, () => app.call("GET", "/media/1.png", { from }));
    const read = () => app.call("GET", picture, { from });
    expect((await read()).status).toBe(404);
    await expectCheapRefusals(read);
  });

  test("for a member's calls, wherever they come from", async () => {
    const { access_token: token } = await registerMember(app);
    const read = () => app.call("POST", "/notifications/999999/read", { token });
    await times(limitRules.callByUser.points, read);
    await expectCheapRefusals(read);
  });
});

test("sixty readers at one address see several pages of fifty pictures: one that is there is no miss and no read", async () => {
  const from = "192.0.2.60";
  const picture = await publishedPicture();
  const seen: number[] = [];
  await times(limitRules.missByAddress.points + 100, async () => {
    seen.push((await app.call("HEAD", picture, { from })).status);
  });
  expect(new Set(seen)).toEqual(new Set([200]));
  expect(limitRules.fileByAddress.points).toBeGreaterThanOrEqual(10 * 60 * 50);
  await times(limitRules.readByAddress.points - 1, () => app.call("GET", "/categories", { from }));
  expect((await app.call("GET", "/categories", { from })).status).toBe(200);
  expect((await app.call("HEAD", picture, { from })).status).toBe(200);
});

describe("a body", () => {
  test.each([
    ["login", "POST", "/auth/login", "64 KB"],
    ["refresh, which takes none", "POST", "/auth/refresh", "64 KB"],
    ["an address where there is nothing", "POST", "/no/such/call", "64 KB"],
  ] as const)("that is too large for %s is refused with the limit", async (_what, method, url, limit) => {
    for (const body of [{ email: "x".repeat(66_000) }, { email: "x".repeat(200_000) }]) {
      expect(await app.call(method, url, { body })).toMatchObject({
        status: 413,
        body: {
          error: `The request is too large. This call accepts at most ${limit}.`,
          code: "body_too_large",
        },
      });
    }
  });

  test("with more parts than its call can take is refused before its fields are looked at", async () => {
    const sentence = "The request has more fields, entries or levels than this call accepts.";
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [index, 1]));
    for (const body of [many, { email: Array(300).fill(1) }]) {
      expect(await login(body)).toMatchObject({
        status: 400,
        body: { error: sentence, details: [{ field: "" }] },
      });
    }
  });

  test("with a few wrong fields is refused with each of them", async () => {
    const { body } = await login({ e_mail: "a@b.example", pass: "word" });
    const fields = body.details.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(["e_mail", "email", "pass", "password"]);
  });
});

test("an address with two bad values names the first", async () => {
  const { status, body } = await app.call("GET", "/content?per_page=0&page=0");
  expect([status, body.details.length]).toEqual([400, 1]);
});

describe("calls that are refused before their work begins", () => {
  const { points, duration } = limitRules.refusedByAddress;

  test("count for their address, however they are refused, until nothing of it is read", async () => {
    const from = "192.0.2.20";
    const { email } = await registerMember(app);
    const right = () => login({ email, password }, from);
    const bad = [
      () => login({}, from),
      () => login({ email: "x".repeat(10_000) }, from),
      () =>
        app.call("POST", "/auth/login", { body: "{", headers: { "content-type": "application/json" }, from }),
      () => app.call("POST", "/auth/login", { body: "a", headers: { "content-type": "text/plain" }, from }),
      () => app.call("PUT", "/content/1/like", { from }),
      () => app.call("DELETE", "/content/1", { token: "dead", from }),
    ];
    expect((await right()).status).toBe(200);
    await times(points - bad.length, () => login({}, from));
    for (const call of bad) expect((await call()).status).toBeLessThan(429);

    for (const call of [...bad, right]) {
      const refused = await call();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(duration);
    }
    expect((await app.call("GET", "/categories", { from })).status).toBe(200);
    expect((await login({}, "192.0.2.21")).status).toBe(400);
  });

  test("count for a member wherever they are, and for nobody else at their address", async () => {
    const from = "192.0.2.30";
    const { access_token: token } = await registerMember(app);
    const send = (by: string) => app.call("PATCH", "/profiles/me", { body: { nobody: 1 }, token: by, from });
    await times(limitRules.refusedByUser.points, () => send(token));
    expect((await send(token)).status).toBe(429);
    expect((await send((await registerMember(app)).access_token)).status).toBe(400);
    expect((await login({}, from)).status).toBe(400);
  });

  test("are no calls that were let in, whatever becomes of them", async () => {
    const { access_token: token } = await registerMember(app);
    const call = () => app.call("POST", "/notifications/999999/read", { token });
    await times(limitRules.refusedByUser.points + 1, call);
    expect((await call()).status).toBe(404);
  });
});
