import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  const author = await registerMember(app, "TechWriter");
  token = author.access_token;
  for (let count = 0; count < 20; count += 1) {
    await makeItem(app, { authorId: author.user_id, body: "Stone on stone. ".repeat(100) });
  }
});
afterAll(() => app.close());

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

async function ask(url: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const { rawPayload, ...answer } = await app.inject({ method, url, headers });
  const coding = answer.headers["content-encoding"] as keyof typeof unpack | undefined;
  const text = () => (coding ? unpack[coding](rawPayload) : rawPayload).toString();
  return { status: answer.statusCode, headers: answer.headers, coding, bytes: rawPayload.length, text };
}

const member = () => ({ authorization: `Bearer ${token}` });

describe.each([
  ["a member's list", "/content?per_page=20", member],
  ["a visitor's list", "/content?per_page=20", () => ({})],
  ["the feed", "/feed.xml", () => ({})],
  ["the list of calls", "/openapi.json", () => ({})],
  ["the page about the calls", "/docs", () => ({})],
] as const)("%s", (_what, url, headers) => {
  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip;q=1, br;q=0.5", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["zstd", undefined],
    ["", undefined],
  ])("for a reader who takes '%s' comes as %s", async (accepted, coding) => {
    const plain = await ask(url, headers());
    expect(plain.coding).toBeUndefined();
    for (let count = 0; count < 2; count += 1) {
      const answer = await ask(url, { ...headers(), "accept-encoding": accepted });
      expect(answer.coding).toBe(coding);
      expect(answer.headers.vary).toMatch(/Accept-Encoding/);
      expect(answer.text()).toBe(plain.text());
      if (coding) expect(answer.bytes * 3).toBeLessThan(plain.bytes);
    }
  });

  test("gives the length of its compressed answer by HEAD", async () => {
    const asked = { ...headers(), "accept-encoding": "gzip" };
    const [got, head] = [await ask(url, asked), await ask(url, asked, "HEAD")];
    expect(head).toMatchObject({ bytes: 0, coding: "gzip" });
    expect(Number(head.headers["content-length"])).toBe(got.bytes);
  });
});

test("answers with tokens and short answers are never compressed", async () => {
  const name = "n".repeat(100);
  const answers = [
    await ask("/auth/me", { ...member(), "accept-encoding": "br, gzip" }),
    await ask("/content/stats?x=1", { ...member(), "accept-encoding": "br, gzip" }),
    await ask("/categories/1", { "accept-encoding": "br, gzip" }),
  ];
  for (const { coding } of answers) expect(coding).toBeUndefined();
  const sent = { name, email: "n@example.test", role: "Nobody".repeat(100), password: "x".repeat(300) };
  const refused = await app.inject({
    method: "POST",
    url: "/api/auth/register",
    payload: { ...sent, ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`unknown-${at}`, at])) },
    headers: { "accept-encoding": "br, gzip" },
  });
  expect(refused.statusCode).toBe(400);
  expect(refused.rawPayload.length).toBeGreaterThan(1024);
  expect(refused.headers["content-encoding"]).toBeUndefined();
});

describe.each(["/content?per_page=20", "/feed.xml", "/openapi.json", "/sitemap.xml", "/docs"])(
  "%s",
  (url) => {
    const kinds = ["br", "gzip", "identity"] as const;
    const tags = async () => {
      const answers = await Promise.all(kinds.map((kind) => ask(url, { "accept-encoding": kind })));
      return answers.map(({ headers }) => String(headers.etag));
    };

    test("has another ETag in each coding, which stays while the answer does", async () => {
      const first = await tags();
      expect(new Set(first).size).toBe(3);
      for (const tag of first) expect(tag).toMatch(/^"[\w.-]+"$/);
      expect(await tags()).toEqual(first);
    });

    test("is not sent to a reader who has it in a coding that the reader takes: 304 names the tag of that one", async () => {
      const [br = "", gzip = "", identity = ""] = await tags();
      for (const [accepted, named, known] of [
        ["br", br, br],
        ["gzip, deflate, br, zstd", gzip, gzip],
        ["gzip, deflate, br, zstd", `W/${identity}`, identity],
        ["gzip, br", `"other", ${gzip}, ${br}`, br],
        ["gzip", "*", gzip],
        [undefined, br, br],
        // A proxy that keeps it in Brotli for others cannot pass that on.
        ["gzip", br, null],
        ["identity", gzip, null],
        ["br", '"other"', null],
      ] as const) {
        // The first is answered by the framework, later ones early where the answer is kept.
        for (let count = 0; count < 3; count += 1) {
          const headers = { "if-none-match": named, ...(accepted && { "accept-encoding": accepted }) };
          const answer = await ask(url, headers);
          expect([accepted, named, answer.status]).toEqual([accepted, named, known === null ? 200 : 304]);
          if (known === null) continue;
          expect(answer.headers.etag).toBe(known);
          expect(answer.headers.vary).toMatch(/Accept-Encoding/);
          expect(answer.headers["content-encoding"]).toBeUndefined();
          expect(answer.bytes).toBe(0);
        }
      }
    });
  },
);

test.each(["/openapi.json", "/docs", "/docs/style.css"])(
  "%s is sent again only to readers who do not have it",
  async (url) => {
    const first = await ask(url);
    const known = await ask(url, { "if-none-match": `W/${first.headers.etag}`, "accept-encoding": "br" });
    expect(known).toMatchObject({ status: 304, bytes: 0 });
    expect(known.headers["content-encoding"]).toBeUndefined();
  },
);
