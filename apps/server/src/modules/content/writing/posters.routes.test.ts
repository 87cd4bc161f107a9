import { createHash } from "node:crypto";
import { buildTestApp, by, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp3, mp4, pdf, png } from "@tests/support/server/media.ts";
import { footprint } from "@tests/support/server/uploads.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../../verification/ledger/ledger-verifier.ts";

let app: TestApp;
let writer: Member;
let other: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  other = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const wide = (width = 60) => png({ width, height: 40 });
const asPoster = (file: FormFile): FormFile => ({ ...file, part: "poster" });
const posterOf = async (width?: number) => asPoster(await wide(width));
const embed = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";

const send = (file: readonly FormFile[], fields = {}, headers = {}) =>
  sendForm(app, "POST", "/content", {
    fields: draftFields(fields),
    file,
    token: writer.access_token,
    headers,
  });
const change = (id: number, file: readonly FormFile[], fields = {}) =>
  sendForm(app, "PATCH", `/content/${id}`, { fields, file, token: writer.access_token });
const newest = async (id: number) => (await app.call("GET", `/content/${id}/newest`, by(writer))).body;
const keyOf = (address: string | null) => address?.replace(/^.*\/|\?.*$/g, "") ?? null;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

async function filmWithPoster(): Promise<{ id: number; poster: string | null; media: string | null }> {
  const { status, body } = await send([mp4(), await posterOf()]);
  expect(status).toBe(201);
  return { id: body.id, poster: keyOf(body.poster), media: keyOf(body.media_url) };
}

test("the poster of a film is a picture made here, which readers get once it is approved, and the hash covers it", async () => {
  const { status, body } = await send([mp4(), await posterOf()]);
  expect(status).toBe(201);
  expect(keyOf(body.poster)).toMatch(/^[0-9a-f]{32}\.png$/);
  expect(keyOf(body.media.poster_url)).toBe(keyOf(body.poster));
  const bare = `/media/${keyOf(body.poster)}`;
  expect((await app.inject({ url: body.poster })).statusCode).toBe(200);
  expect((await app.inject({ url: bare })).statusCode).toBe(404);

  await decide(app, body.id, { reviewerId: other.user_id, decision: "approved" });
  const [listed] = (await app.call("GET", "/content")).body;
  expect(listed).toMatchObject({ id: body.id, poster: bare, media: { poster_url: bare } });
  const still = await app.inject({ url: bare });
  expect(still.headers["content-type"]).toBe("image/png");
  const canonical = await app.inject({ url: `/content/${body.id}/canonical` });
  expect(canonical.json()).toMatchObject({ poster_sha256: sha256(still.rawPayload) });
  const [review] = (await app.call("GET", `/content/${body.id}/reviews`)).body.items;
  expect(review.revision_hash).toBe(sha256(canonical.rawPayload));
  expect(await verifyLedger(app.db.query, app.store)).toMatchObject({ flaw: null });
});

test.each([
  ["a recording", mp3()],
  ["a PDF", pdf("words")],
])("%s has a poster, and a WebP becomes a JPEG", async (_what, file) => {
  const webp = await sharp((await wide()).bytes)
    .webp()
    .toBuffer();
  const { status, body } = await send([asPoster({ bytes: webp, type: "image/webp" }), file]);
  expect(status).toBe(201);
  expect(keyOf(body.media.poster_url)).toMatch(/\.jpg$/);
  expect((await app.inject({ url: body.poster })).headers["content-type"]).toBe("image/jpeg");
});

test("a film of another site has a poster, which goes with it", async () => {
  const { status, body } = await send([await posterOf()], { embed });
  expect(status).toBe(201);
  expect(body).toMatchObject({ media: null, poster: expect.stringMatching(/^\/media\//) });
  await change(body.id, [], { title: "Another" });
  expect(keyOf((await newest(body.id)).poster)).toBe(keyOf(body.poster));
  await change(body.id, [], { embed: "" });
  expect(await newest(body.id)).toMatchObject({ media: null, poster: null });
});

describe("a poster is refused, and no file is kept,", () => {
  test.each<[string, () => Promise<FormFile[]>]>([
    ["with a picture", async () => [await jpeg(), await posterOf()]],
    ["with nothing", async () => [await posterOf()]],
  ])("%s", async (_what, files) => {
    const before = await footprint(app);
    const { status, body } = await send(await files());
    expect([status, body.details]).toMatchObject([400, [{ field: "poster" }]]);
    expect(await footprint(app)).toEqual(before);
  });

  test.each<[string, FormFile]>([
    ["a GIF", { bytes: Buffer.from("GIF89a\x01\0\x01\0", "latin1"), type: "image/gif" }],
    ["a PDF that says it is a PNG", { ...pdf("words"), type: "image/png" }],
    ["a film of no declared kind", { ...mp4(), type: "application/octet-stream" }],
  ])("of the kind %s", async (_what, file) => {
    const before = await footprint(app);
    const { status, body } = await send([mp4(), asPoster(file)]);
    expect(status).toBe(415);
    expect(body.error).toContain("Only JPEG, PNG and WebP pictures can be a poster.");
    expect(await footprint(app)).toEqual(before);
  });

  test("that is damaged", async () => {
    const { bytes } = await wide(400);
    const before = await footprint(app);
    const cut = asPoster({ bytes: bytes.subarray(0, bytes.length / 2), type: "image/png" });
    expect((await send([mp4(), cut])).status).toBe(415);
    expect(await footprint(app)).toEqual(before);
  });
});

describe("a change", () => {
  test("with a poster alone keeps the film, and one without leaves the poster", async () => {
    const first = await filmWithPoster();
    expect((await change(first.id, [await posterOf(80)])).status).toBe(200);
    const second = await newest(first.id);
    expect([second.revision, keyOf(second.media_url)]).toEqual([2, first.media]);
    expect(keyOf(second.poster)).not.toBe(first.poster);
    await change(first.id, [], { title: "Another" });
    expect(keyOf((await newest(first.id)).poster)).toBe(keyOf(second.poster));
  });

  test("with the same poster changes nothing, and keeps no file", async () => {
    const { id } = await filmWithPoster();
    const before = await footprint(app);
    expect((await change(id, [await posterOf()])).body.code).toBe("nothing_changed");
    expect(await footprint(app)).toEqual(before);
  });

  test("with another film drops the poster, unless one comes with it", async () => {
    const { id } = await filmWithPoster();
    await change(id, [mp4({ seconds: 9 })]);
    expect((await newest(id)).poster).toBeNull();
    await change(id, [mp4({ seconds: 12 }), await posterOf()]);
    expect((await newest(id)).poster).not.toBeNull();
  });

  test("removes it as an empty field, or as null, and by no other word", async () => {
    const [one, two] = [await filmWithPoster(), await filmWithPoster()];
    await change(one.id, [], { poster: "" });
    expect(await newest(one.id)).toMatchObject({ revision: 2, poster: null });
    const patch = (poster: unknown) => app.call("PATCH", `/content/${two.id}`, by(writer, { poster }));
    expect((await patch("none.png")).status).toBe(400);
    expect((await patch(null)).status).toBe(200);
    expect(await newest(two.id)).toMatchObject({ revision: 2, poster: null, media: { poster_url: null } });
  });
});

test("an item sent again with its key is the same with the same poster alone", async () => {
  const key = { "idempotency-key": "a-film-and-its-poster" };
  const [film, still] = [mp4(), await posterOf()];
  const first = await send([film, still], {}, key);
  const before = await footprint(app);
  const again = await send([film, still], {}, key);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await send([film, await posterOf(80)], {}, key)).body.code).toBe("key_in_use");
  expect(await footprint(app)).toEqual(before);
});
