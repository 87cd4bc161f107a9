import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../test/app.ts";
import { makeItem } from "../../test/content.ts";
import { insertMedia } from "./media.repository.ts";

const bytes = Buffer.from("0123456789".repeat(100));
const sha256 = createHash("sha256").update(bytes).digest();

let app: TestApp;
let author: Awaited<ReturnType<typeof registerMember>>;
beforeAll(async () => {
  app = await buildTestApp();
  author = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

let stored = 0;
async function store() {
  stored += 1;
  const key = `${String(stored).padStart(32, "0")}.mp4`;
  await writeFile(join(app.mediaDir, key), bytes);
  await insertMedia(app.db.query, { key, sha256, bytes: bytes.length, type: "video/mp4" });
  return { key, sha256, alt: "" };
}

test("a published file is answered to anybody, in ranges, and may be kept for ever", async () => {
  const media = await store();
  await makeItem(app, { authorId: author.user_id, type: "Video", media });
  const whole = await app.call("GET", `/media/${media.key}`);
  expect(whole.status).toBe(200);
  expect(whole.body).toBe(bytes.toString());
  expect(whole.headers["content-type"]).toBe("video/mp4");
  expect(whole.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(whole.headers["accept-ranges"]).toBe("bytes");

  const part = await app.call("GET", `/media/${media.key}`, { headers: { range: "bytes=10-19" } });
  expect(part.status).toBe(206);
  expect(part.body).toBe("0123456789");
  expect(part.headers["content-range"]).toBe("bytes 10-19/1000");
  const beyond = await app.call("GET", `/media/${media.key}`, { headers: { range: "bytes=5000-" } });
  expect(beyond.status).toBe(416);
  const known = await app.call("GET", `/media/${media.key}`, {
    headers: { "if-none-match": String(whole.headers.etag) },
  });
  expect(known.status).toBe(304);
});

test("a file of an unpublished item is reached only by the address its author was given, for two hours", async () => {
  const own = await buildTestApp();
  const writer = await registerMember(own, "TechWriter");
  const key = "a".repeat(32).concat(".mp4");
  await writeFile(join(own.mediaDir, key), bytes);
  await insertMedia(own.db.query, { key, sha256, bytes: bytes.length, type: "video/mp4" });
  const media = { key, sha256, alt: "" };
  const id = await makeItem(own, { authorId: writer.user_id, status: "Pending", type: "Video", media });

  expect((await own.call("GET", `/media/${key}`)).status).toBe(404);
  const item = await own.call("GET", `/content/${id}`, { token: writer.access_token });
  const address: string = item.body.media_url;
  const signed = await own.call("GET", address);
  expect(signed.status).toBe(200);
  expect(signed.headers["cache-control"]).toBe("private, no-store");
  expect((await own.call("GET", address.replace(/expires=\d/, "expires=9"))).status).toBe(404);
  expect(
    (
      await own.call(
        "GET",
        address.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
      )
    ).status,
  ).toBe(404);
  own.passTime(2 * 60 * 60 * 1000 + 1000);
  expect((await own.call("GET", address)).status).toBe(404);
  await own.close();
});

test.each(["nothing.jpg", "..%2fsecrets%2fauth-secret", "%2e%2e", "a".repeat(150)])(
  "%s is no file of ours",
  async (key) => {
    const { status } = await app.call("GET", `/media/${key}`);
    expect([400, 404]).toContain(status);
  },
);
