import { type ClientRequest, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { statementsOf } from "@tests/support/server/statements.ts";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asWork, workOfMember } from "../lib/work.ts";
import { takeTurnsOfCostlyReads } from "./turns.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  await app.http.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

/** Keeps the database busy until it is released: other callers have to wait. */
async function holdTheDatabase(): Promise<() => Promise<void>> {
  // A transaction is expected to take long if the one before it did: nothing is sent ahead beside it.
  await app.db.transaction((tx) => tx.execute(sql`select count(*) from generate_series(1, 1000000)`));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holds = app.db.transaction(() => held);
  return async () => {
    letGo();
    await holds;
  };
}

const untilWaiting = (count: number) =>
  vi.waitFor(() => expect(app.db.figures.waiting).toBeGreaterThanOrEqual(count), {
    timeout: 5_000,
    interval: 1,
  });

function ask(path: string, token: string): ClientRequest {
  const { port } = app.http.server.address() as AddressInfo;
  const asked = request({ port, path: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  asked.on("error", () => {});
  return asked.end();
}

test("a member with little to ask is answered before the many calls that another one made earlier", async () => {
  const [busy, calm] = [await registerMember(app), await registerMember(app)];
  const letGo = await holdTheDatabase();
  const answered: string[] = [];
  const call = async (name: string, path: string, { access_token: token }: typeof busy) => {
    await app.call("GET", path, { token });
    answered.push(name);
  };
  const calls = Array.from({ length: 60 }, (_, index) => call("busy", `/members?prefix=busy${index}`, busy));
  await untilWaiting(60);
  calls.push(call("calm", "/profiles/me", calm));
  await untilWaiting(61);
  await letGo();
  await Promise.all(calls);
  expect(answered.indexOf("calm")).toBeLessThan(20);
});

test.each([
  ["two searches", "/content/search?q=costly", 2],
  ["one large page", "/content?per_page=9", 1],
])("%s of a member: no more are worked on at a time, and all are answered", async (_what, path, atOnce) => {
  const { access_token: token } = await registerMember(app);
  // What all searches share is known from then on: the categories.
  await app.call("GET", `${path}0`, { token });
  const letGo = await holdTheDatabase();
  const reads = Array.from({ length: 10 }, (_, index) => app.call("GET", `${path}${index}`, { token }));
  await untilWaiting(atOnce);
  await app.call("GET", "/health/live");
  expect(app.db.figures.waiting).toBe(atOnce);
  await letGo();
  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200));
});

test("a member pauses after a large page, and others do not", async () => {
  // By itself: with timers that stand still, nothing else of the server may wait for one.
  const http = Fastify();
  http.decorateRequest("bearer", null);
  http.addHook("onRequest", (request, _reply, done) => {
    const userId = Number(request.headers["x-member"]);
    request.bearer = { userId, sessionId: "of a test" };
    asWork(workOfMember(userId), done);
  });
  takeTurnsOfCostlyReads(http);
  http.get("/pages", { config: { limit: "read" } }, () => "many items");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const answered: number[] = [];
    const page = async (member: number) => {
      await http.inject({ url: "/pages?per_page=100", headers: { "x-member": String(member) } });
      answered.push(member);
    };
    const first = page(1);
    const second = page(1);
    await first;
    for (const other of [2, 3, 4, 5]) await page(other);
    expect(answered).toEqual([1, 2, 3, 4, 5]);
    await vi.advanceTimersByTimeAsync(400);
    await second;
  } finally {
    vi.useRealTimers();
    await http.close();
  }
});

test("of a member's downloads one runs at a time, twenty wait, and one more is refused with words about it", async () => {
  const [busy, calm] = [await registerMember(app), await registerMember(app)];
  const [own, others] = await Promise.all(
    [busy, calm].map(({ user_id: authorId }) => makeItem(app, { authorId, status: "Draft" })),
  );
  const download = (id: number | undefined, { access_token: token }: typeof busy) =>
    app.inject({ url: `/content/${id}/download`, headers: { authorization: `Bearer ${token}` } });
  const letGo = await holdTheDatabase();
  const downloads = Array.from({ length: 22 }, () => download(own, busy));
  // Nothing else can be answered while the database is busy.
  const refused = await Promise.race(downloads);
  expect(refused.statusCode).toBe(429);
  expect(refused.json().error).toBe(
    "Another download of yours is still running. Try again when it has ended.",
  );
  expect(app.db.figures.waiting).toBe(1);
  downloads.push(download(others, calm));
  await untilWaiting(2);
  await letGo();
  const statuses = (await Promise.all(downloads)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(22);
});

test("a member pauses after the preview of a long text, and neither short ones nor others do", async () => {
  const [busy, calm] = [await registerMember(app), await registerMember(app)];
  const preview = ({ access_token: token }: typeof busy, body: string) =>
    app.call("POST", "/content/preview", { token, body: { body } });
  const long = "Words. ".repeat(700);
  const answered: number[] = [];
  // Either may be the first to arrive.
  const previews = ["One", "Other"].map((begin) =>
    preview(busy, `${begin} ${long}`).then(({ status }) => answered.push(status)),
  );
  await Promise.race(previews);
  await preview(busy, "Some words.");
  // The pause is nine times as long as the first took.
  await preview(calm, long);
  expect(answered).toEqual([200]);
  await Promise.all(previews);
  expect(answered).toEqual([200, 200]);
});

test("what a client asked to read is not read any more once it has left", async () => {
  const { access_token: token } = await registerMember(app);
  const letGo = await holdTheDatabase();
  const reads = Array.from({ length: 20 }, (_, index) => ask(`/members?prefix=left${index}`, token));
  await untilWaiting(20);
  const statements = await statementsOf(app, async () => {
    const closed = reads.map((read) => new Promise((resolve) => read.once("close", resolve)));
    for (const read of reads) read.destroy();
    await Promise.all(closed);
    // The server hears of it after that.
    await app.call("GET", "/health/live");
    await letGo();
  });
  expect(statements).toBeLessThan(20);
});
