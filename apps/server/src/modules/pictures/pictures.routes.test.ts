import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { limits } from "@cairn/contract";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp4, pdf, png } from "@tests/support/server/media.ts";
import { filesIn, footprint } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "../../verification/ledger/ledger-verifier.ts";
import { checkFiles } from "../media/stored-file-check.ts";

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
let writer: Member;
let other: typeof writer;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  writer = await registerMember(app, "TechWriter");
  other = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const sendPicture = (
  file: FormFile | null,
  fields: Record<string, string> = { alt: "A cairn" },
  by = writer,
) => sendForm(app, "POST", "/pictures", { fields, file, token: by.access_token });

async function picture(file?: FormFile, alt = "A cairn") {
  const { status, body } = await sendPicture(file ?? (await jpeg({ width: 900, height: 450 })), { alt });
  expect(status).toBe(201);
  return body as { key: string; width: number; height: number; markdown: string; url: string };
}

const sendText = (body: string, by = writer, facts: object = {}) =>
  app.call("POST", "/content", {
    token: by.access_token,
    body: { title: "Stones", body, category: 1, ...facts },
  });
const approve = (id: number) => decide(app, id, { reviewerId: other.user_id, decision: "approved" });
const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
const addressesIn = (html: string) =>
  [...html.matchAll(/\/media\/[^\s",]+/g)].map(([address]) => address.replaceAll("&amp;", "&"));

const verify = () => verifyLedger(app.db.query, app.store);

/** With words in it that only the sender should have. */
const canvas = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } }).withExif({
    IFD0: { Copyright: "somebody's house" },
  });
const kinds: readonly [string, () => Promise<FormFile>, string][] = [
  ["PNG", () => png(), "png"],
  ["JPEG", async () => ({ bytes: await canvas().jpeg().toBuffer(), type: "image/jpeg" }), "jpg"],
  ["WebP", async () => ({ bytes: await canvas().webp().toBuffer(), type: "image/webp" }), "webp"],
  ["GIF", async () => ({ bytes: await canvas().gif().toBuffer(), type: "image/gif" }), "png"],
  ["AVIF", async () => ({ bytes: await canvas().avif().toBuffer(), type: "image/avif" }), "avif"],
];

describe("a picture for a text", () => {
  test.each(kinds)("may be a %s: it is re-encoded from its pixels", async (_kind, make, extension) => {
    const file = await make();
    const { key, width, height, markdown, url } = await picture(file, "A [small] cairn");
    expect(key).toMatch(new RegExp(`^[0-9a-f]{32}\\.${extension}$`));
    expect(markdown).toBe(`![A \\[small\\] cairn](picture:${key})`);
    const { statusCode, rawPayload } = await app.inject({ url });
    expect(statusCode).toBe(200);
    expect(rawPayload.includes("somebody's house")).toBe(false);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height });
  });

  test.each<[string, () => FormFile | Promise<FormFile>, number]>([
    ["a PDF", () => pdf("words"), 415],
    ["a film", () => mp4(), 415],
    [
      "an SVG",
      () => ({ bytes: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), type: "image/svg+xml" }),
      415,
    ],
    [
      "a page that says it is a PNG",
      () => ({ bytes: Buffer.from("<script>1</script>"), type: "image/png" }),
      415,
    ],
    [
      "a picture that is a ZIP as well",
      async () => ({
        bytes: Buffer.concat([(await png()).bytes, Buffer.from("PK\x05\x06"), Buffer.alloc(18)]),
        type: "image/png",
      }),
      415,
    ],
    [
      "half a WebP",
      async () => {
        const bytes = await canvas(800, 600).webp().toBuffer();
        return { bytes: bytes.subarray(0, bytes.length / 2), type: "image/webp" };
      },
      415,
    ],
    [
      "half an AVIF",
      async () => {
        const bytes = await canvas(800, 600).avif().toBuffer();
        return { bytes: bytes.subarray(0, bytes.length / 2), type: "image/avif" };
      },
      415,
    ],
    [
      "a WebP that says it has 268 million pixels",
      async () => {
        const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#246" } })
          .webp()
          .toBuffer();
        const size = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
        bytes.writeUInt32LE(0x3fff_3fff, size);
        return { bytes, type: "image/webp" };
      },
      413,
    ],
    [
      "a file of more than 10 MB",
      async () => ({
        bytes: Buffer.concat([(await png()).bytes, Buffer.alloc(limits.textPictureBytes)]),
        type: "image/png",
      }),
      413,
    ],
  ])("is not %s, of which nothing is kept", async (_what, make, status) => {
    const before = await footprint(app);
    const answer = await sendPicture(await make());
    expect(answer.status).toBe(status);
    expect(answer.body.error).not.toContain("MP4");
    expect(await footprint(app)).toEqual(before);
  });

  test("needs words that say what it shows, unless it is said to be decoration", async () => {
    const file = await png();
    expect(await sendPicture(file, { alt: " " })).toMatchObject({
      status: 400,
      body: { details: [{ field: "alt" }] },
    });
    expect((await sendPicture(file, {})).status).toBe(400);
    expect((await sendPicture(file, { alt: "", decorative: "true" })).body.markdown).toMatch(
      /^!\[\]\(picture:/,
    );
    expect(await sendPicture(null)).toMatchObject({ status: 400, body: { details: [{ field: "file" }] } });
  });

  test("sent again with the same key is stored once", async () => {
    const [file, headers] = [await png(), { "idempotency-key": "picture-of-a-cairn" }];
    const send = () =>
      sendForm(app, "POST", "/pictures", {
        fields: { alt: "Once" },
        file,
        headers,
        token: writer.access_token,
      });
    const first = await send();
    const before = await footprint(app);
    expect((await send()).body).toEqual(first.body);
    expect(await footprint(app)).toEqual(before);
  });
});

describe("a text with a picture", () => {
  test("shows it with its size, in three widths, and readers get it with the text's approval", async () => {
    const { key, width, height, markdown } = await picture();
    const text = `Before.\n\n${markdown}\n\nAfter.`;
    const preview = await app.call("POST", "/content/preview", {
      token: writer.access_token,
      body: { body: `${text} ![x](picture:unknown.png)` },
    });
    expect(preview.body.html).toContain("![x](picture:unknown.png)");
    for (const address of addressesIn(preview.body.own_html)) expect(await statusOf(address)).toBe(200);
    const sent = await sendText(text);
    expect(sent.status).toBe(201);
    const { id } = sent.body;

    // Its author reads it by signed addresses; without a signature it is nowhere.
    const own = (await app.call("GET", `/content/${id}`, { token: writer.access_token })).body.body_html;
    const signed = addressesIn(own);
    expect(signed).toHaveLength(8);
    for (const address of signed) {
      expect([await statusOf(address), await statusOf(address.split("?")[0] ?? "")]).toEqual([200, 404]);
    }
    expect(await statusOf(`/content/${id}`)).toBe(404);

    await approve(id);
    const html: string = (await app.call("GET", `/content/${id}`)).body.body_html;
    const stem = key.split(".")[0];
    expect(html).toContain(
      `<img src="/media/${key}" alt="A cairn" width="${width}" height="${height}" loading="lazy"`,
    );
    expect(html).toContain(
      `<figure dir="auto"><a href="/media/${key}" rel="nofollow noopener ugc"><svg aria-hidden="true"><rect`,
    );
    expect(html).toContain(
      `<source type="image/avif" srcset="/media/${stem}400.avif 400w, /media/${stem}800.avif 800w, /media/${stem}900.avif 900w"`,
    );
    expect(html).not.toMatch(/style=|expires=/);
    for (const address of addressesIn(html)) expect(await statusOf(address)).toBe(200);

    const canonical = await app.inject({ url: `/content/${id}/canonical` });
    const hash = createHash("sha256").update(canonical.rawPayload).digest("hex");
    const [review] = (await app.call("GET", `/content/${id}/reviews`)).body.items;
    expect(review.revision_hash).toBe(hash);
    const bytes = (await app.inject({ url: `/media/${key}` })).rawPayload;
    expect(canonical.json().pictures).toEqual([
      { key, sha256: createHash("sha256").update(bytes).digest("hex") },
    ]);
    expect(await verify()).toMatchObject({ flaw: null });

    // An edit without the picture, once approved, takes it from the readers and not from the author.
    const edit = await app.call("PATCH", `/content/${id}`, {
      token: writer.access_token,
      body: { body: "Words." },
    });
    expect([edit.status, await statusOf(`/media/${key}`)]).toEqual([200, 200]);
    await approve(id);
    expect(await statusOf(`/media/${key}`)).toBe(404);
    expect((await app.call("GET", `/content/${id}/canonical`)).body).not.toHaveProperty("pictures");
  });

  test("keeps it when only its title changes", async () => {
    const { key, markdown } = await picture();
    const { body } = await sendText(`Words ${markdown} and words.`);
    const token = writer.access_token;
    await app.call("PATCH", `/content/${body.id}`, { token, body: { title: "Other stones" } });
    await approve(body.id);
    expect(await statusOf(`/media/${key}`)).toBe(200);
    expect((await app.call("GET", `/content/${body.id}/canonical`)).body.pictures).toHaveLength(1);
  });

  test("is refused with a picture that is not its author's, is unknown or comes too often, and the answer names it", async () => {
    const { key, markdown } = await picture();
    for (const [by, text, named] of [
      [other, markdown, key],
      [writer, "![x](picture:unknown.png)", "unknown.png"],
      [writer, `${markdown} `.repeat(31), "30 pictures"],
    ] as const) {
      const answer = await sendText(text, by);
      expect([answer.status, answer.body.details[0].field]).toEqual([400, "body"]);
      expect(answer.body.error).toContain(named);
    }
    const code = await sendText("```\n![x](picture:unknown.png)\n```", other);
    expect(code.status).toBe(201);
  });

  test("another picture under the approved one's name is found by the verification", async () => {
    const { key, markdown } = await picture();
    const { body } = await sendText(markdown);
    await approve(body.id);
    expect(await verify()).toMatchObject({ flaw: null });
    const content = await app.store.open(key);
    const kept = content ? await buffer(content) : Buffer.alloc(0);
    await app.storeFile(key, (await png()).bytes, "image/jpeg");
    expect((await verify()).flaw?.problem).toContain(`the file ${key} has changed`);
    await app.storeFile(key, kept, "image/jpeg");
  });

  test("taken back by its author before any decision, it takes its pictures along", async () => {
    const { key, markdown, url } = await picture();
    const { body } = await sendText(markdown, writer, { draft: true });
    expect(await statusOf(url)).toBe(200);
    await app.call("DELETE", `/content/${body.id}`, { token: writer.access_token });
    expect(await statusOf(url)).toBe(404);
    expect((await filesIn(app)).filter((name) => name.startsWith(key.slice(0, 32)))).toEqual([]);
    expect((await checkFiles(app.db, app.store)).misfits).toEqual([]);
  });
});

test("a picture that no text has is swept after 30 days; one that a draft has stays", async () => {
  const [unused, used] = [await picture(), await picture()];
  await sendText(used.markdown, writer, { draft: true });
  app.passTime(29 * day);
  await app.sweep();
  const names = async () => (await filesIn(app)).filter((name) => name.startsWith(unused.key.slice(0, 32)));
  expect(await names()).toHaveLength(7);

  app.passTime(2 * day);
  await app.sweep();
  expect(await names()).toEqual([]);
  const { rows } = await app.db.query.execute(sql`select key from media where key = ${used.key}`);
  expect(rows).toHaveLength(1);
});
