import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildTestApp, registerMember, signUp, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { goLive, type LiveSite } from "@tests/support/server/live.ts";
import { openUpload } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

const token = "a-token-of-the-operator";
const here = "127.0.0.1";
const elsewhere = "203.0.113.9";

let app: TestApp;
/** Without a token, and without a proxy to trust. */
let plain: TestApp;
let live: LiveSite;
beforeAll(async () => {
  app = await buildTestApp({ metricsToken: token, trustProxy: ["10.0.0.1", here] });
  // Nobody listens there.
  plain = await buildTestApp({ articlesFeed: { format: "json", address: "http://127.0.0.1:9/", key: null } });
  live = await goLive(app);
});
afterAll(async () => {
  live.hangUp();
  await app.close();
  await plain.close();
});

const ask = (options: { from?: string; token?: string; headers?: Record<string, string> }, of = app) =>
  of.call("GET", "/metrics", options);

/** Every series with its value, as Prometheus would store it. */
async function scrape(of = app): Promise<Map<string, number>> {
  const { body, status } = await ask({ from: here }, of);
  if (status !== 200) throw new Error(`answered ${status}`);
  const lines = String(body).split("\n");
  const series = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    series.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

const requests = (figures: Map<string, number>, route: string, method: string, status: string) =>
  figures.get(
    `cairn_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
  ) ?? 0;

describe("who may read the metrics", () => {
  test.each([
    ["this machine", { from: here }],
    ["this machine by IPv6", { from: "::1" }],
    ["elsewhere, with the token", { from: elsewhere, token }],
    [
      "elsewhere through a proxy, with the token",
      { from: "10.0.0.1", token, headers: { "x-forwarded-for": elsewhere } },
    ],
  ])("%s may", async (_who, options) => {
    const answer = await ask(options);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/plain");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each([
    ["elsewhere", { from: elsewhere }],
    ["elsewhere with a wrong token", { from: elsewhere, token: `${token}x` }],
    ["elsewhere with another token of the same length", { from: elsewhere, token: token.replace("a", "b") }],
    [
      "a visitor through a trusted proxy on this machine",
      { from: here, headers: { "x-forwarded-for": elsewhere } },
    ],
    ["a visitor who says to be this machine", { from: "10.0.0.1", headers: { "x-forwarded-for": here } }],
  ])("%s may not", async (_who, options) => {
    const answer = await ask(options);
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain("cairn_");
  });

  test("a page that was led here by its own name may not", async () => {
    expect((await ask({ from: here, headers: { host: "rebound.example:5000" } })).status).toBe(403);
  });

  test("without a configured token no token opens them, nor does an untrusted proxy", async () => {
    expect((await ask({ from: elsewhere, token }, plain)).status).toBe(403);
    expect((await ask({ from: here, headers: { "x-forwarded-for": here } }, plain)).status).toBe(403);
    expect((await ask({ from: here }, plain)).status).toBe(200);
  });
});

test("calls are counted by template, method and class of status, under /api or not", async () => {
  const author = await registerMember(app, "TechWriter");
  const id = await makeItem(app, { authorId: author.user_id, title: "Counted", body: "Words." });
  const before = await scrape();
  await app.call("GET", `/content/${id}`);
  await app.call("GET", `/api/content/${id}`);
  await app.call("GET", "/content/999999");
  await app.call("GET", "/no/such/place");
  const after = await scrape();
  const risen = (route: string, status: string) =>
    requests(after, route, "GET", status) - requests(before, route, "GET", status);
  expect(risen("/content/:id", "2xx")).toBe(2);
  expect(risen("/content/:id", "4xx")).toBe(1);
  expect(risen("unknown", "4xx")).toBe(1);
});

test("clients cannot create unlimited series, whatever they request", async () => {
  await app.call("GET", "/content/1");
  await app.call("GET", "/nowhere");
  const before = (await scrape()).size;
  for (let count = 0; count < 50; count += 1) {
    await app.call("GET", `/content/${count + 1_000}?cursor=${count}`);
    await app.call("GET", `/nowhere/${count}`);
    await app.call("GET", `/media/${count}.png`);
  }
  // The first 404 of media is a series of its own.
  const after = await scrape();
  expect(after.size - before).toBeLessThanOrEqual(16);
  expect([...after.keys()].join("\n")).not.toMatch(/nowhere|1017/);
});

test("shared answers are counted: hits, misses and size", async () => {
  const before = await scrape();
  await app.call("GET", "/content?per_page=7");
  await app.call("GET", "/content?per_page=7");
  const after = await scrape();
  const risen = (outcome: string) =>
    (after.get(`cairn_shared_answers_total{outcome="${outcome}"}`) ?? 0) -
    (before.get(`cairn_shared_answers_total{outcome="${outcome}"}`) ?? 0);
  expect([risen("hit"), risen("miss")]).toEqual([1, 1]);
  expect(after.get("cairn_shared_answers_kept")).toBeGreaterThan(0);
  expect(after.get("cairn_shared_answers_bytes")).toBeGreaterThan(0);
});

test("statements and their failures are counted, in transactions too", async () => {
  const before = await scrape();
  await app.db.query.execute(sql`select 1`);
  await app.db.transaction((tx) => tx.execute(sql`select 1`));
  await expect(app.db.query.execute(sql`select 1 / 0`)).rejects.toThrow();
  const after = await scrape();
  const count = "cairn_database_statement_duration_seconds_count";
  expect((after.get(count) ?? 0) - (before.get(count) ?? 0)).toBeGreaterThanOrEqual(3);
  expect(after.get('cairn_database_errors_total{class="22"}')).toBe(1);
  expect(after.get("cairn_database_up")).toBe(1);
  const isEmbedded = app.db.engine === "embedded";
  expect(after.has("cairn_database_wal_bytes")).toBe(isEmbedded);
  expect(after.has('cairn_database_connections{state="open"}')).toBe(!isEmbedded);
  expect(after.get("cairn_database_restarts_total")).toBe(0);
});

test("sockets are counted by room, refusals by reason", async () => {
  const member = await registerMember(app);
  await live.join(member.access_token);
  await new Promise((resolve) => live.open({ token: "no token" }).once("connect_error", resolve));
  const figures = await scrape();
  expect(figures.get('cairn_sockets{room="user"}')).toBe(1);
  expect(figures.get('cairn_sockets{room="members"}')).toBe(1);
  expect(figures.get('cairn_sockets{room="verifiedAdmins"}')).toBe(0);
  expect(figures.get('cairn_sockets_refused_total{reason="session_ended"}')).toBe(1);
  live.hangUp();
});

test("the lengths of the queues are reported: jobs, reviews, reports", async () => {
  const writer = await signUp(plain, "TechWriter");
  const form = { title: "Waiting", body: "For an admin.", content_type: "Article", category: "Data Science" };
  const sent = await plain.call("POST", "/content", { body: form, token: writer.access_token });
  expect(sent.status).toBe(201);
  plain.passTime(5_000);
  const waiting = await scrape(plain);
  // The mail that confirms the writer's address.
  expect(waiting.get('cairn_jobs_due{kind="mail"}')).toBe(1);
  expect(waiting.get('cairn_job_overdue_seconds{kind="mail"}')).toBeGreaterThanOrEqual(5);
  expect(waiting.get("cairn_review_queue")).toBe(1);
  expect(waiting.get("cairn_review_queue_oldest_seconds")).toBeGreaterThanOrEqual(5);
  expect(waiting.get("cairn_reports_open")).toBe(0);
  await plain.jobs.runDue("reset", "mail");
  expect((await scrape(plain)).get('cairn_mails_total{outcome="sent"}')).toBe(1);
});

test("a feed that cannot be refreshed is reported; one that is not configured is left out", async () => {
  await plain.feeds.refreshNow();
  const figures = await scrape(plain);
  expect(figures.get('cairn_feed_failures_total{feed="articles"}')).toBe(1);
  expect(figures.get('cairn_feed_live{feed="articles"}')).toBe(0);
  expect(figures.has('cairn_feed_age_seconds{feed="articles"}')).toBe(false);
  expect([...figures.keys()].join("\n")).not.toContain('feed="videos"');
});

test("work in flight is reported: this request and a file being received", async () => {
  const port = Number(new URL(live.address).port);
  const member = await registerMember(app);
  const type = "multipart/form-data; boundary=b";
  const upload = openUpload({ port }, member.access_token, { "content-type": type });
  upload.write('--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nHalf');
  await vi.waitFor(async () => expect((await scrape()).get("cairn_uploads_underway")).toBe(1));
  const answer = await fetch(`${live.address}/metrics`);
  expect(await answer.text()).toContain("\ncairn_http_requests_in_flight 2\n");
  upload.destroy();
  await vi.waitFor(async () => expect((await scrape()).get("cairn_uploads_underway")).toBe(0));
});

test("an unresponsive database delays a scrape by two seconds and omits only its own figures", async () => {
  plain.passTime(5_000);
  const hung = new Promise<never>(() => {});
  const execute = vi.spyOn(plain.db.query, "execute").mockReturnValue(hung as never);
  const figures = await scrape(plain);
  execute.mockRestore();
  expect(figures.get("cairn_database_up")).toBe(0);
  expect(figures.has('cairn_jobs_due{kind="mail"}')).toBe(false);
  expect(figures.get("cairn_data_free_bytes")).toBeGreaterThan(0);
});

test("every metric is explained in the operator's guide, and every one explained there exists", async () => {
  app.watchProcess();
  const { body } = await ask({ from: here });
  const told = new Set([...String(body).matchAll(/^# TYPE (cairn_\w+)/gm)].map(([, name]) => name));
  const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/operate.md"), "utf8");
  const explained = new Set([...guide.matchAll(/`(cairn_\w+)`/g)].map(([, name]) => name));
  expect([...explained].sort()).toEqual([...told].sort());
  expect(String(body)).toContain("nodejs_eventloop_lag_p99_seconds");
  expect(String(body)).toContain("process_start_time_seconds");
});
