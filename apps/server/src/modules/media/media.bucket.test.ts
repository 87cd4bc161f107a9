import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { type BucketServer, openBucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { testKey } from "@tests/support/server/bucket/signature.ts";
import { newBucket } from "@tests/support/server/bucket/test-bucket.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp4, pdf, png } from "@tests/support/server/media.ts";
import { footprint } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../lib/log.ts";
import { openBucketStore } from "./store/bucket-store.ts";

const hour = 60 * 60 * 1000;
const logged: string[] = [];

let folder: string;
let buckets: BucketServer;
let app: TestApp;
let token: string;
let bucketFolder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-bucket-"));
  buckets = await openBucketServer({ directory: await mkdtemp(join(folder, "buckets-")) });
  const address = await newBucket(buckets);
  bucketFolder = join(buckets.directory, address.bucket);
  const log = createLog("trace", { write: (line: string) => logged.push(line) });
  const store = await openBucketStore(address, {
    incoming: join(folder, "incoming"),
    log,
    limits: { answerMs: 1_000, silenceMs: 1_000 },
  });
  app = await buildTestApp({ rateLimits: false }, null, { store, log });
  token = (await registerMember(app, "TechWriter")).access_token;
});
afterAll(async () => {
  await app.close();
  await buckets.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => logged.splice(0));

const upload = (file: ReturnType<typeof pdf>) =>
  sendForm(app, "POST", "/content", { fields: draftFields(), file, token });
const objects = async () => (await readdir(bucketFolder)).filter((name) => name.endsWith("_object"));

/** Runs `work` while nothing listens where the bucket is; then it is there again. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  const port = Number(new URL(buckets.endpoint).port);
  await buckets.close();
  try {
    await work();
  } finally {
    const { directory } = buckets;
    buckets = await openBucketServer({ directory, port });
  }
}

test("uploaded files are only in the bucket, and are served from there", async () => {
  for (const file of [await jpeg(), await png(), pdf("words"), mp4({ size: 300_000 })]) {
    const before = await objects();
    const { status, body } = await upload(file);
    expect(status).toBe(201);
    expect(await objects()).toHaveLength(before.length + 1);
    const served = await app.inject({ url: body.media_url });
    expect(served.statusCode).toBe(200);
    if (file.type === "video/mp4") expect(served.rawPayload.equals(Buffer.from(file.bytes))).toBe(true);
  }
  expect(await readdir(app.store.incoming)).toEqual([]);
});

test("while the bucket is away no upload is stored, files are 503, and everything else works", async () => {
  const { body: item } = await upload(await jpeg());
  const before = await footprint(app);
  await whileAway(async () => {
    const kept = { ...before, files: [] };
    for (const file of [await jpeg(), pdf("words")]) {
      const refused = await upload(file);
      expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(refused.headers["retry-after"]).toBe("5");
    }
    const face = { ...(await png()), part: "avatar" };
    const profile = await sendForm(app, "PATCH", "/profiles/me", {
      fields: { bio: "not this" },
      file: face,
      token,
    });
    expect(profile.status).toBe(503);
    expect(await readdir(app.store.incoming)).toEqual(kept.files);

    for (const headers of [{}, { range: "bytes=0-9" }] as Record<string, string>[]) {
      const file = await app.call("GET", item.media_url, { headers });
      expect(file).toMatchObject({ status: 503, body: { code: "unavailable" } });
      expect(file.headers).toMatchObject({ "retry-after": "5", "cache-control": "no-store" });
      expect(file.headers.etag).toBeUndefined();
      expect(JSON.stringify(file.body)).not.toMatch(/bucket|ECONN|127\.0\.0\.1/);
    }
    expect((await app.call("HEAD", item.media_url)).status).toBe(503);
    expect((await app.call("GET", `/content/${item.id}`, { token })).status).toBe(200);
    expect((await sendForm(app, "POST", "/content", { fields: draftFields(), token })).status).toBe(201);
  });
  const { items: _items, revisions: _revisions, ...left } = await footprint(app);
  expect(left).toEqual({ media: before.media, files: before.files });
  expect((await app.call("GET", item.media_url)).status).toBe(200);
  expect((await upload(await jpeg())).status).toBe(201);
});

test("failures of the bucket are counted and logged, without its key, its secret or a signature", async () => {
  await whileAway(async () => {
    await upload(pdf("words"));
  });
  const log = logged.join("");
  expect(log).toContain("the bucket could not be used");
  expect(log).toContain("ECONNREFUSED");
  for (const secret of [testKey.secretAccessKey, testKey.accessKeyId, "AWS4-HMAC-SHA256"])
    expect(log).not.toContain(secret);
  const { body } = await app.call("GET", "/metrics", { from: "127.0.0.1", headers: { host: "localhost" } });
  expect(body).toMatch(/^cairn_bucket_failures_total\{operation="write"\} [1-9]/m);
});

test("objects without a row are swept after an hour; other and foreign objects stay", async () => {
  await upload(await jpeg());
  const lost = `${"0".repeat(32)}.pdf`;
  await app.storeFile(lost, pdf("lost").bytes, "application/pdf");
  await writeFile(join(bucketFolder, "readme.txt._S3rver_object"), "somebody's");
  const before = await objects();
  await app.sweep();
  expect(await objects()).toEqual(before);

  app.passTime(hour + 60_000);
  await app.sweep();
  const { rows } = await app.db.query.execute<{ key: string }>("select key from media");
  const kept = [...rows.map(({ key }) => key), "readme.txt"].map((name) => `${name}._S3rver_object`);
  expect((await objects()).sort()).toEqual(kept.sort());
  expect(await app.store.open(lost)).toBeNull();
});

test("a sweep while the bucket is away removes nothing", async () => {
  const before = await objects();
  await whileAway(() => expect(app.sweep()).rejects.toMatchObject({ code: "unavailable" }));
  expect(await objects()).toEqual(before);
  expect(logged.join("")).toContain("the bucket could not be used");
});
