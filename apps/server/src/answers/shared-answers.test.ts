import { brotliDecompressSync } from "node:zlib";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { users } from "../db/schema.ts";

let app: TestApp;
let author: Member;
beforeAll(async () => {
  app = await buildTestApp();
  author = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const make = (title: string) =>
  makeItem(app, { authorId: author.user_id, title, body: "Many words. ".repeat(200) });
const titles = async () =>
  (await app.call("GET", "/content")).body.map((item: { title: string }) => item.title);

test("a visitor sees every change at once, even on a page that was requested before", async () => {
  for (let count = 0; count < 10; count += 1) {
    await make(`Item ${count}`);
    expect((await titles())[0]).toBe(`Item ${count}`);
    expect((await titles())[0]).toBe(`Item ${count}`);
  }
  await app.db.query.update(users).set({ name: "Renamed" }).where(eq(users.id, author.user_id));
  expect((await app.call("GET", "/content")).body[0].author_name).toBe("Renamed");
});

test("an unchanged page has the same bytes, and is not sent again to a reader who has it", async () => {
  await make("Stays");
  const first = await app.call("GET", "/content?per_page=3");
  const second = await app.call("GET", "/content?per_page=3");
  expect(second.body).toEqual(first.body);
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(second.headers["x-total-count"]).toBe(first.headers["x-total-count"]);
  expect(second.headers.link).toBe(first.headers.link);
  const known = await app.call("GET", "/content?per_page=3", {
    headers: { "if-none-match": String(first.headers.etag) },
  });
  expect(known.status).toBe(304);
  expect(known.body).toBe("");
  expect(known.headers["content-length"]).toBeUndefined();
  const weak = { "if-none-match": `"other", W/${first.headers.etag}` };
  expect((await app.call("GET", "/content?per_page=3", { headers: weak })).status).toBe(304);
});

/** The headers but for those that each answer has of its own. */
const lasting = ({ date: _date, "x-request-id": _id, ...others }: Record<string, unknown>) => others;

test.each(["identity", "gzip, deflate, br", "gzip"])(
  "a kept answer is sent as the first was, to HEAD without its body, and not at all to a reader who has it: %s",
  async (accepted) => {
    const id = await make("Kept");
    for (const url of [
      `/content/${id}`,
      `/content/${id}/reviews`,
      "/content/search?q=words",
      "/categories",
    ]) {
      const ask = (method: "GET" | "HEAD", more = {}) =>
        app.http.inject({ method, url, headers: { "accept-encoding": accepted, ...more } });
      const [first, second, head] = [await ask("GET"), await ask("GET"), await ask("HEAD")];
      expect([url, first.statusCode, second.statusCode]).toEqual([url, 200, 200]);
      expect(lasting(second.headers)).toEqual(lasting(first.headers));
      expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
      expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
      expect(lasting(head.headers)).toEqual(lasting(first.headers));
      expect(head.rawPayload).toHaveLength(0);
      const known = await ask("GET", { "if-none-match": `"other", W/${first.headers.etag}` });
      expect([known.statusCode, known.headers.etag]).toEqual([304, first.headers.etag]);
    }
  },
);

test("an answer is made once, however many request it, and a comment leaves those about other items", async () => {
  const [item, other] = [await make("Commented"), await make("Left alone")];
  const misses = async () => {
    const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1" });
    return Number(/cairn_shared_answers_total\{outcome="miss"\} (\d+)/.exec(body)?.[1]);
  };
  const missesBy = async (run: () => Promise<unknown>) => {
    const before = await misses();
    await run();
    return (await misses()) - before;
  };
  const read = (id: number) =>
    Promise.all(["", "/comments", "/reviews"].map((part) => app.call("GET", `/content/${id}${part}`)));
  const crowd = () => Promise.all(Array.from({ length: 30 }, () => read(other)));
  expect(await missesBy(crowd)).toBe(3);
  expect(await missesBy(() => read(item))).toBe(3);
  const body = { body: "A word." };
  await app.call("POST", `/content/${item}/comments`, { token: author.access_token, body });
  expect(await missesBy(() => read(other))).toBe(0);
  expect(await missesBy(() => read(item))).toBeGreaterThan(0);
});

test("thousands of invented or long addresses do not fill the memory", async () => {
  await make("Asked for in many ways");
  const ask = (query: string) => app.call("GET", `/categories/1?${query}`);
  const figure = async (name: string) => {
    const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1" });
    return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(body)?.[1]);
  };
  for (let count = 0; count < 50; count += 1) await ask(`x=${count}`);
  const [kept, bytes] = [
    await figure("cairn_shared_answers_kept"),
    await figure("cairn_shared_answers_bytes"),
  ];
  // What is small to send is not small to keep: its address and its entry count too.
  expect(bytes / kept).toBeGreaterThan(2_000);
  expect((await ask(`x=${"y".repeat(5_000)}`)).status).toBe(200);
  expect(await figure("cairn_shared_answers_kept")).toBe(kept);
});

test("a page is compressed for a reader who accepts brotli, the first time and later", async () => {
  const id = await make("Compressed");
  for (let count = 0; count < 2; count += 1) {
    const answer = await app.http.inject({
      url: `/content/${id}`,
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(answer.headers["content-encoding"]).toBe("br");
    expect(answer.headers.vary).toMatch(/Accept-Encoding/i);
    expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString()).title).toBe("Compressed");
  }
});

test("a member's answer is never served to a visitor, nor the other way round", async () => {
  const own = await app.call("GET", "/content", { token: author.access_token });
  const visitor = await app.call("GET", "/content");
  expect(own.body[0]).toHaveProperty("why");
  expect(visitor.body[0]).not.toHaveProperty("why");
  expect((await app.call("GET", "/content", { token: author.access_token })).body[0]).toHaveProperty("why");
  expect(own.headers.etag).toBeUndefined();
});
