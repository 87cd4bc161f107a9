import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import type { BucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { openTestBuckets } from "@tests/support/server/bucket/test-bucket.ts";
import { decide, makeItem } from "@tests/support/server/content.ts";
import { forge } from "@tests/support/server/forge.ts";
import { openTestBucket } from "@tests/support/server/store.ts";
import { listen } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertMedia } from "./media.repository.ts";
import { openFolderStore } from "./store/folder-store.ts";

const bytes = Buffer.from("0123456789".repeat(100));
const sha256 = createHash("sha256").update(bytes).digest();
const tag = `"${sha256.toString("hex")}"`;

let folder: string;
let buckets: BucketServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-media-"));
  buckets = await openTestBuckets();
});
afterAll(async () => {
  await buckets.close();
  await rm(folder, { recursive: true });
});

describe.each(["folder", "bucket"])("with media in a %s", (kind) => {
  let app: TestApp;
  let author: Member;
  let published: string;
  beforeAll(async () => {
    const directory = join(folder, kind);
    const store = await (kind === "folder" ? openFolderStore(directory) : openTestBucket(buckets, directory));
    app = await buildTestApp({}, null, { store });
    author = await registerMember(app, "TechWriter");
    published = await show(await stored());
  });
  afterAll(() => app.close());

  let count = 0;
  async function stored({ isThere = true } = {}) {
    count += 1;
    const key = `${String(count).padStart(32, "0")}.mp4`;
    if (isThere) await app.storeFile(key, bytes, "video/mp4");
    await insertMedia(app.db.query, { key, sha256, bytes: bytes.length, type: "video/mp4" });
    return { key, sha256, alt: "" };
  }
  async function show(media: Awaited<ReturnType<typeof stored>>): Promise<string> {
    await makeItem(app, { authorId: author.user_id, type: "Video", media });
    return `/media/${media.key}`;
  }

  const whole = { status: 200, length: "1000", body: bytes.toString() };
  const part = (from: number, to: number) => ({
    status: 206,
    length: String(to - from + 1),
    range: `bytes ${from}-${to}/1000`,
    body: bytes.subarray(from, to + 1).toString(),
  });
  const beyond = { status: 416, range: "bytes */1000" };
  const known = { status: 304, body: "", length: undefined };
  const changed = { status: 412 };

  test.each<[asked: string, headers: Record<string, string>, expected: object]>([
    ["as it is", {}, whole],
    ["from a byte to a byte", { range: "bytes=10-19" }, part(10, 19)],
    ["in its first byte", { range: "bytes=0-0" }, part(0, 0)],
    ["in its last byte", { range: "bytes=999-" }, part(999, 999)],
    ["from its beginning, as players do", { range: "bytes=0-" }, part(0, 999)],
    ["further than it goes", { range: "bytes=990-5000" }, part(990, 999)],
    ["in its last bytes", { range: "bytes=-5" }, part(995, 999)],
    ["in more last bytes than it has", { range: "bytes=-5000" }, part(0, 999)],
    ["from beyond its end", { range: "bytes=1000-" }, beyond],
    ["in its last no bytes", { range: "bytes=-0" }, beyond],
    ["in several parts", { range: "bytes=0-1,5-6" }, whole],
    ["backwards", { range: "bytes=9-5" }, whole],
    ["in other units", { range: "lines=1-2" }, whole],
    ["in nothing", { range: "bytes=-" }, whole],
    ["in a part, if it is still the same", { range: "bytes=1-2", "if-range": tag }, part(1, 2)],
    ["in a part of another one", { range: "bytes=1-2", "if-range": '"other"' }, whole],
    ["if it is another one than is known", { "if-none-match": '"other"' }, whole],
    ["if it is another one than these", { "if-none-match": `"other", W/${tag}` }, known],
    ["if it is any other", { "if-none-match": "*" }, known],
    ["in a part, if it is another one", { range: "bytes=1-2", "if-none-match": tag }, known],
    ["if it is still one of these", { "if-match": `"other", ${tag}` }, whole],
    ["if it is there at all", { "if-match": "*" }, whole],
    ["if it is still another one", { "if-match": '"other"', "if-none-match": tag }, changed],
  ])("a published file asked for %s", async (_, headers, expected) => {
    const answer = await app.call("GET", published, { headers });
    expect({
      status: answer.status,
      body: answer.body,
      length: answer.headers["content-length"],
      range: answer.headers["content-range"],
    }).toMatchObject(expected);
    if (answer.status >= 400) return;
    expect(answer.headers).toMatchObject({
      etag: tag,
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=3600, s-maxage=0, must-revalidate",
    });
    const isSent = answer.status !== 304;
    expect(answer.headers["content-type"]).toBe(isSent ? "video/mp4" : undefined);
    expect(answer.headers["content-disposition"]).toBe(isSent ? "inline" : undefined);
  });

  test("HEAD gives the headers of the whole file without its body", async () => {
    const answer = await app.call("HEAD", published, { headers: { range: "bytes=1-2" } });
    expect(answer).toMatchObject({ status: 200, body: "" });
    expect(answer.headers).toMatchObject({
      "content-length": "1000",
      "content-type": "video/mp4",
      etag: tag,
    });
  });

  test("it arrives complete over a network, with ranges and HEAD", async () => {
    const { port, agent } = await listen(app);
    agent.destroy();
    const ask = (init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${published}`, init);
    expect(await (await ask()).text()).toBe(whole.body);
    expect(await (await ask({ headers: { range: "bytes=5-14" } })).text()).toBe("5678901234");
    const head = await ask({ method: "HEAD" });
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "1000", ""]);
  });

  test("a missing file with an existing row is not found", async () => {
    const address = await show(await stored({ isThere: false }));
    for (const headers of [{}, { range: "bytes=1-2" }] as Record<string, string>[]) {
      expect(await app.call("GET", address, { headers })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
    expect((await app.call("HEAD", address)).status).toBe(404);
  });

  test("a file of an unpublished item is reachable only through its author's signed address, for two hours", async () => {
    const media = await stored();
    const id = await makeItem(app, { authorId: author.user_id, status: "Pending", type: "Video", media });

    expect((await app.call("GET", `/media/${media.key}`)).status).toBe(404);
    const item = await app.call("GET", `/content/${id}`, { token: author.access_token });
    const address: string = item.body.media_url;
    const signed = await app.call("GET", address);
    expect(signed.status).toBe(200);
    expect(signed.headers["cache-control"]).toBe("private, no-store");
    const laterEnd = address.replace(/expires=\d/, "expires=9");
    expect((await app.call("GET", laterEnd)).status).toBe(404);
    expect((await app.call("GET", forge(address))).status).toBe(404);
    app.passTime(2 * 60 * 60 * 1000 + 1000);
    expect((await app.call("GET", address)).status).toBe(404);
  });

  test("an address that was signed before its item was taken down is over", async () => {
    const [author, admin] = [await registerMember(app, "TechWriter"), await registerMember(app, "Admin")];
    const media = await stored();
    const id = await makeItem(app, { authorId: author.user_id, status: "Pending", type: "Video", media });
    const item = await app.call("GET", `/content/${id}`, { token: author.access_token });
    const decideAs = (decision: "approved" | "removed") =>
      decide(app, id, { reviewerId: admin.user_id, decision, decidedAt: app.now() });
    const statuses = async (...addresses: string[]) =>
      Promise.all(addresses.map(async (address) => (await app.call("GET", address)).status));

    app.passTime(1);
    await decideAs("approved");
    expect(await statuses(item.body.media_url, `/media/${media.key}`)).toEqual([200, 200]);
    await decideAs("removed");
    expect(await statuses(item.body.media_url, `/media/${media.key}`)).toEqual([404, 404]);
  });

  test("an author who withdraws an item that was flagged ends the addresses of its files", async () => {
    const [author, admin] = [await registerMember(app, "TechWriter"), await registerMember(app, "Admin")];
    const media = await stored();
    const id = await makeItem(app, { authorId: author.user_id, status: "Pending", type: "Video", media });
    const token = author.access_token;
    const sign = async (): Promise<string> =>
      (await app.call("GET", `/content/${id}`, { token })).body.media_url;
    const before = await sign();
    app.passTime(1);
    await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", decidedAt: app.now() });
    const after = await sign();
    expect((await app.call("GET", before)).status).toBe(404);
    expect((await app.call("GET", after)).status).toBe(200);
    app.passTime(1);
    expect((await app.call("DELETE", `/content/${id}`, { token })).status).toBe(200);
    expect((await app.call("GET", after)).status).toBe(404);
  });

  test.each(["nothing.jpg", "..%2fsecrets%2fauth-secret", "%2e%2e", "a".repeat(150)])(
    "%s is not a file of the site",
    async (key) => {
      const { status } = await app.call("GET", `/media/${key}`);
      expect([400, 404]).toContain(status);
    },
  );
});

test("only allowed origins may embed files but episodes of podcasts, and a file that is opened by itself runs nothing", async () => {
  const header = "cross-origin-resource-policy";
  const own = await buildTestApp();
  const { db, store } = own;
  const embedded = await buildTestApp({ allowedOrigins: ["https://site.example"] }, null, { db, store });
  const { user_id: authorId } = await registerMember(own, "TechWriter");
  const key = `${"f".repeat(32)}.mp4`;
  await own.storeFile(key, bytes, "video/mp4");
  await insertMedia(db.query, { key, sha256, bytes: bytes.length, type: "video/mp4" });
  await makeItem(own, { authorId, type: "Video", media: { key, sha256, alt: "" } });
  const list = `${"e".repeat(32)}.pdf`;
  await own.storeFile(list, bytes, "application/pdf");
  await insertMedia(db.query, { key: list, sha256, bytes: bytes.length, type: "application/pdf" });
  await makeItem(own, { authorId, media: { key: list, sha256, alt: "" } });
  const episode = `${"d".repeat(32)}.mp3`;
  await own.storeFile(episode, bytes, "audio/mpeg");
  await insertMedia(db.query, { key: episode, sha256, bytes: bytes.length, type: "audio/mpeg" });
  await makeItem(own, { authorId, type: "Audio", media: { key: episode, sha256, alt: "" } });
  expect((await own.call("GET", `/media/${episode}`)).headers[header]).toBe("cross-origin");
  for (const [app, policy] of [
    [own, "same-origin"],
    [embedded, "cross-origin"],
  ] as const) {
    const { headers } = await app.call("GET", `/media/${key}`);
    expect(headers[header]).toBe(policy);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
    );
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect((await app.call("GET", "/content")).headers[header]).toBe("same-origin");
    expect((await app.call("GET", `/media/${list}`)).headers["content-security-policy"]).toBe(
      "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'self'",
    );
  }
  await embedded.http.close();
  await own.close();
});
