import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { limits } from "@cairn/contract";
import { buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { mp4, pdf, png } from "@tests/support/server/media.ts";
import {
  beginUpload,
  checksumOf,
  offsetOf,
  pieceHeaders,
  sendBytes,
  tusHeaders,
} from "@tests/support/server/pieces.ts";
import { filesIn, footprint, listen } from "@tests/support/server/uploads.ts";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { uploads } from "../../db/schema.ts";

const megabyte = 1024 * 1024;
/** Two whole pieces and a part of one. */
const film = Buffer.from(mp4({ size: 2 * limits.pieceBytes + 1_000 }).bytes);

let app: TestApp;
let token: string;
let other: string;
let before: ReadonlySet<string>;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  token = (await registerMember(app, "TechWriter")).access_token;
  other = (await registerMember(app, "TechWriter")).access_token;
  before = new Set(await piecesIn(app));
});

async function begin(length: number, type?: string): Promise<string> {
  const begun = await beginUpload(app, token, { length, ...(type && { type }) });
  expect(begun.status).toBe(201);
  return begun.body.id;
}

const send = (id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
  sendBytes(app, token, id, { offset, bytes, headers });

async function arrive(bytes: Uint8Array, type?: string): Promise<string> {
  const id = await begin(bytes.length, type);
  expect((await send(id, 0, bytes)).status).toBe(204);
  return id;
}

const post = (upload: string, facts: object = {}, headers: Record<string, string> = {}) =>
  app.call("POST", "/content", { token, body: { ...draftFields(), upload, ...facts }, headers });

async function storedFile(answer: Awaited<ReturnType<typeof post>>): Promise<Buffer> {
  const key = /\/media\/([^?]+)/.exec(answer.body.media_url)?.[1] ?? "";
  const content = await app.store.open(key);
  return content ? buffer(content) : Buffer.alloc(0);
}

const piecesIn = async (site: TestApp) => (await filesIn(site)).filter((name) => name.endsWith(".piece"));
/** Those of this test. */
const pieces = async () => (await piecesIn(app)).filter((name) => !before.has(name));

describe("a file in pieces", () => {
  test("becomes the film of a post, byte for byte, and its pieces go", async () => {
    const begun = await beginUpload(app, token, { length: film.length });
    expect(begun).toMatchObject({
      status: 201,
      body: { length: film.length, offset: 0 },
      headers: { location: `/uploads/${begun.body.id}`, "tus-resumable": "1.0.0", "upload-offset": "0" },
    });
    const { id } = begun.body;
    let offset = 0;
    for (const size of [1, 5_000, 9 * megabyte, film.length]) {
      const bytes = film.subarray(offset, offset + size);
      const sent = await send(id, offset, bytes);
      offset += bytes.length;
      expect([sent.status, sent.headers["upload-offset"]]).toEqual([204, String(offset)]);
    }
    expect(await offsetOf(app, token, id)).toBe(film.length);
    const answer = await post(id);
    expect(answer).toMatchObject({ status: 201, body: { content_type: "Video" } });
    expect((await storedFile(answer)).equals(film)).toBe(true);
    expect(await pieces()).toEqual([]);
    expect(await offsetOf(app, token, id)).toBe(-1);
    expect((await post(id)).body.code).toBe("upload_not_found");
  });

  test("may arrive at two instances of a site in turns", async () => {
    const { db, store } = app;
    const second = await buildTestApp({ rateLimits: false }, null, { db, store });
    const id = await begin(film.length);
    await send(id, 0, film.subarray(0, 9 * megabyte));
    const rest = { offset: 9 * megabyte, bytes: film.subarray(9 * megabyte) };
    expect((await sendBytes(second, token, id, rest)).status).toBe(204);
    const answer = await second.call("POST", "/content", { token, body: { ...draftFields(), upload: id } });
    expect((await storedFile(answer)).equals(film)).toBe(true);
    await second.http.close();
  });

  test("becomes the next revision's film", async () => {
    const { body: item } = await app.call("POST", "/content", { token, body: draftFields() });
    const id = await arrive(film);
    const answer = await app.call("PATCH", `/content/${item.id}`, { token, body: { upload: id } });
    expect(answer).toMatchObject({ status: 200, body: { content_type: "Video", revision: 2 } });
    expect((await storedFile(answer)).equals(film)).toBe(true);
  });

  test("may come with a poster, and not with a file", async () => {
    const id = await arrive(film);
    const still = { ...(await png()), part: "poster" };
    const fields = draftFields({ upload: id });
    const both = await sendForm(app, "POST", "/content", { fields, file: mp4(), token });
    expect(both).toMatchObject({ status: 400, body: { details: [{ field: "upload" }] } });
    const answer = await sendForm(app, "POST", "/content", { fields, file: still, token });
    expect(answer).toMatchObject({ status: 201, body: { poster: expect.stringContaining("/media/") } });
  });

  test("is in one post, however often the call is made again under its key", async () => {
    const id = await arrive(film);
    const { items } = await footprint(app);
    const key = { "idempotency-key": "a-film" };
    const [first, ...others] = await Promise.all([post(id, {}, key), post(id, {}, key)]);
    const again = await post(id, {}, key);
    for (const { status, body } of [...others, again]) {
      expect([status, body.id]).toEqual([201, first?.body.id]);
    }
    expect((await footprint(app)).items).toBe(items + 1);
  });

  test("of which a piece is gone makes no post without its file", async () => {
    const id = await arrive(film);
    const { items } = await footprint(app);
    const [piece = ""] = await pieces();
    await app.store.remove(piece);
    expect((await post(id)).body.code).toBe("upload_not_found");
    expect((await footprint(app)).items).toBe(items);
  });

  test("is no post's before all of it has arrived, and nobody's but its sender's", async () => {
    const id = await begin(film.length);
    await send(id, 0, film.subarray(0, 5_000));
    const half = await post(id);
    expect(half).toMatchObject({ status: 409, body: { code: "upload_incomplete" } });
    expect(half.body.error).toContain(`Only 5000 of the ${film.length} bytes`);
    const stolen = await app.call("POST", "/content", {
      token: other,
      body: { ...draftFields(), upload: id },
    });
    expect(stolen).toMatchObject({ status: 404, body: { code: "upload_not_found" } });
    expect((await sendBytes(app, other, id, { offset: 5_000, bytes: film })).status).toBe(404);
    expect(await offsetOf(app, token, id)).toBe(5_000);
  });
});

describe("is refused", () => {
  test.each<[what: string, headers: Record<string, string>, status: number, words: string]>([
    ["without the version", { "tus-resumable": "" }, 412, "Uploads are sent by tus 1.0.0"],
    ["in another version", { "tus-resumable": "0.2.2" }, 412, "send the header Tus-Resumable: 1.0.0"],
    ["without a length", { "upload-length": "" }, 400, "Upload-length must be a whole number of bytes."],
    ["with nothing in it", { "upload-length": "0" }, 400, "Upload-length must be 1 or more."],
    ["with half a byte", { "upload-length": "10.5" }, 400, "Upload-length must be a whole number of bytes."],
    ["above 2,048 MB", { "upload-length": "2147483649" }, 413, "can have at most 2,048 MB"],
    ["as a program", { "upload-metadata": "filetype YXBwbGljYXRpb24vemlw" }, 415, "Only JPEG, PNG"],
    [
      "with metadata that are not Base64",
      { "upload-metadata": "filetype v!deo" },
      400,
      "must be pairs of a key",
    ],
    ["with one key twice", { "upload-metadata": "a YQ==,a YQ==" }, 400, "has a twice"],
    [
      "as a PDF of 60 MB",
      { "upload-length": "62914560", "upload-metadata": "filetype YXBwbGljYXRpb24vcGRm" },
      413,
      "A picture or PDF can have at most 50 MB.",
    ],
  ])("%s", async (_what, headers, status, words) => {
    const answer = await beginUpload(app, token, { length: 10, headers });
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(words);
    expect(answer.headers["tus-resumable"]).toBe("1.0.0");
  });

  test("where pieces overlap, leave a gap or go beyond the end; what has arrived stays", async () => {
    const id = await begin(10_000);
    await send(id, 0, film.subarray(0, 5_000));
    for (const offset of [0, 4_999, 5_001]) {
      expect(await send(id, offset, Buffer.alloc(10))).toMatchObject({
        status: 409,
        body: {
          code: "upload_offset",
          error: `This piece begins at ${offset}, but 5000 bytes have arrived.`,
        },
      });
    }
    expect((await send(id, 5_000, Buffer.alloc(5_001))).status).toBe(413);
    expect(await offsetOf(app, token, id)).toBe(5_000);
  });

  test("as a piece that says another content type, or no place", async () => {
    const id = await begin(10_000);
    const json = await send(id, 0, Buffer.from("{}"), { "content-type": "application/json" });
    expect(json.status).toBe(415);
    expect((await send(id, 0, film.subarray(0, 9), { "upload-offset": "a" })).status).toBe(400);
    expect(await offsetOf(app, token, id)).toBe(0);
  });

  test.each([
    ["a ZIP", Buffer.from("504b0304".repeat(2_000), "hex"), "This is a ZIP file."],
    ["a page", Buffer.from("<!doctype html>".repeat(1_000)), "Only JPEG, PNG"],
    [
      "a PDF that was called a film",
      Buffer.from(pdf("x".repeat(9_000)).bytes),
      "but it was sent as video/mp4",
    ],
  ])("when its first bytes show %s, and is gone then", async (_what, bytes, words) => {
    const id = await begin(100 * megabyte);
    const answer = await send(id, 0, bytes);
    expect(answer).toMatchObject({ status: 415, body: { error: expect.stringContaining(words) } });
    expect(await offsetOf(app, token, id)).toBe(-1);
    expect(await pieces()).toEqual([]);
  });

  test("when it is a picture of 60 MB that said nothing of itself", async () => {
    const id = await begin(60 * megabyte, "application/octet-stream");
    const picture = Buffer.concat([(await png()).bytes, Buffer.alloc(5_000)]);
    expect((await send(id, 0, picture)).status).toBe(413);
    expect(await offsetOf(app, token, id)).toBe(-1);
  });

  test("of ten that no post has the eleventh, until one is deleted", async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => begin(10)));
    const eleventh = await beginUpload(app, token, { length: 10 });
    expect(eleventh).toMatchObject({ status: 409, body: { code: "list_full" } });
    const ended = await app.call("DELETE", `/uploads/${ids[0]}`, { token, headers: tusHeaders });
    expect(ended.status).toBe(204);
    expect((await beginUpload(app, token, { length: 10 })).status).toBe(201);
  });
});

describe("a checksum", () => {
  test.each(["sha1", "sha256"])("by %s that fits lets a piece in", async (algorithm) => {
    const id = await begin(film.length);
    const part = film.subarray(0, limits.pieceBytes + 10);
    const sent = await send(id, 0, part, { "upload-checksum": checksumOf(algorithm, part) });
    expect([sent.status, await offsetOf(app, token, id)]).toEqual([204, part.length]);
  });

  test("that does not fit leaves nothing of a call, of however many pieces", async () => {
    const id = await begin(film.length);
    const sent = await send(id, 0, film, { "upload-checksum": checksumOf("sha1", Buffer.from("other")) });
    expect(sent).toMatchObject({ status: 460, body: { code: "checksum_mismatch" } });
    expect(await offsetOf(app, token, id)).toBe(0);
    expect(await pieces()).toEqual([]);
  });

  test.each(["crc32 AAAAAA==", "sha1 AAAA", "sha1"])("%s is refused with what is known", async (header) => {
    const id = await begin(10);
    const sent = await send(id, 0, Buffer.alloc(5), { "upload-checksum": header });
    expect(sent).toMatchObject({ status: 400, body: { error: expect.stringContaining("sha1 or sha256") } });
  });
});

test("OPTIONS says what the site speaks", async () => {
  const { status, headers } = await app.call("OPTIONS", "/uploads");
  expect(status).toBe(204);
  expect(headers).toMatchObject({
    "tus-resumable": "1.0.0",
    "tus-version": "1.0.0",
    "tus-extension": "creation,termination,checksum,expiration",
    "tus-max-size": String(2_048 * megabyte),
    "tus-checksum-algorithm": "sha1,sha256",
  });
});

test("a sender whose proxy knows no PATCH names it in a header", async () => {
  const id = await begin(film.length);
  const headers = { ...pieceHeaders(0), "x-http-method-override": "PATCH" };
  const body = film.subarray(0, 100);
  expect((await app.call("POST", `/uploads/${id}`, { token, body, headers })).status).toBe(204);
  expect(await offsetOf(app, token, id)).toBe(100);
  const elsewhere = await app.call("POST", "/categories/1", {
    token,
    headers: { "x-http-method-override": "DELETE" },
  });
  expect([404, 405]).toContain(elsewhere.status);
});

describe("a line that breaks", () => {
  let port: number;
  beforeAll(async () => {
    ({ port } = await listen(app));
  });

  /** Sends some bytes of a longer piece, and waits until they have left. */
  function open(id: string, bytes: Buffer, headers: Record<string, string> = {}) {
    const call = request({
      port,
      host: "127.0.0.1",
      method: "PATCH",
      path: `/uploads/${id}`,
      headers: {
        authorization: `Bearer ${token}`,
        "content-length": film.length,
        ...pieceHeaders(0),
        ...headers,
      },
    });
    call.on("error", () => {});
    return new Promise<typeof call>((resolve) => call.write(bytes, () => resolve(call)));
  }

  /** Asked in the way that ends no call. */
  const hasArrived = (id: string, least: number) =>
    vi.waitFor(async () => {
      const { body } = await app.call("GET", `/uploads/${id}`, { token });
      expect(body.offset).toBeGreaterThanOrEqual(least);
      return body.offset as number;
    });

  async function sendRest(id: string, offset: number): Promise<void> {
    expect((await send(id, offset, film.subarray(offset))).status).toBe(204);
    expect((await storedFile(await post(id))).equals(film)).toBe(true);
  }

  test("loses what was on its way, and no more", async () => {
    const id = await begin(film.length);
    const call = await open(id, film.subarray(0, limits.pieceBytes + megabyte));
    await hasArrived(id, limits.pieceBytes);
    call.destroy();
    // A stream that breaks off drops what it has buffered.
    await sendRest(id, await hasArrived(id, limits.pieceBytes + megabyte / 2));
  });

  test("and that the server has not noticed ends when its sender asks what has arrived", async () => {
    const id = await begin(film.length);
    const call = await open(id, film.subarray(0, limits.pieceBytes + 70_000));
    await hasArrived(id, limits.pieceBytes);
    const closed = new Promise((resolve) => call.once("close", resolve));
    const arrived = await offsetOf(app, token, id);
    await closed;
    await sendRest(id, arrived);
  });

  test("leaves nothing of a piece with a checksum", async () => {
    const id = await begin(film.length);
    const headers = { "upload-checksum": checksumOf("sha1", film) };
    const call = await open(id, film.subarray(0, limits.pieceBytes + 70_000), headers);
    await vi.waitFor(async () => expect(await pieces()).toHaveLength(1));
    call.destroy();
    await vi.waitFor(async () => expect(await pieces()).toEqual([]));
    expect(await offsetOf(app, token, id)).toBe(0);
  });
});

describe("storage", () => {
  let small: TestApp;
  beforeAll(async () => {
    small = await buildTestApp({
      rateLimits: false,
      memberStorageBytes: 20 * megabyte,
      siteStorageBytes: 30 * megabyte,
    });
  });
  afterAll(() => small.close());

  test("of a member and of the site takes a file as a whole from its beginning until it ends", async () => {
    const [one, two] = [await registerMember(small, "TechWriter"), await registerMember(small, "TechWriter")];
    const begun = await beginUpload(small, one.access_token, { length: 15 * megabyte });
    expect(begun.status).toBe(201);
    const beyond = await beginUpload(small, one.access_token, { length: 6 * megabyte });
    expect(beyond).toMatchObject({ status: 413, body: { code: "quota_exceeded" } });
    const full = await beginUpload(small, two.access_token, { length: 16 * megabyte });
    expect(full).toMatchObject({ status: 507, body: { code: "storage_full" } });
    const headers = tusHeaders;
    await small.call("DELETE", `/uploads/${begun.body.id}`, { token: one.access_token, headers });
    const next = await beginUpload(small, two.access_token, { length: 16 * megabyte });
    expect(next.status).toBe(201);
    await small.call("DELETE", `/uploads/${next.body.id}`, { token: two.access_token, headers });
  });

  test("is free again a day after an upload began, and its pieces are gone", async () => {
    const { access_token } = await registerMember(small, "TechWriter");
    const begun = await beginUpload(small, access_token, { length: film.length });
    const { id } = begun.body;
    expect(Date.parse(begun.body.ends_at) - Date.now()).toBeGreaterThan(23 * 60 * 60_000);
    await sendBytes(small, access_token, id, { offset: 0, bytes: film.subarray(0, 9 * megabyte) });
    // Not by the clock: a bucket refuses signatures of another day.
    await small.db.query
      .update(uploads)
      .set({ endsAt: new Date(Date.now() - 1_000) })
      .where(eq(uploads.id, id));
    await small.sweep();
    expect(await small.db.query.$count(uploads, eq(uploads.id, id))).toBe(0);
    expect(await piecesIn(small)).toEqual([]);
    expect(await offsetOf(small, access_token, id)).toBe(-1);
  });
});

test("a site that takes none has no such address", async () => {
  const without = await buildTestApp({ recordingMaxBytes: 0 });
  const { access_token } = await registerMember(without);
  expect((await beginUpload(without, access_token, { length: 10 })).status).toBe(404);
  expect((await without.call("GET", "/site")).body.recording_max_bytes).toBe(0);
  await without.close();
});
