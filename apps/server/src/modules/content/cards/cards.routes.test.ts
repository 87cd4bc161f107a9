import {
  buildTestApp,
  builtSite,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide, makeItem } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, png } from "@tests/support/server/media.ts";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

let app: TestApp;
let writer: Member;
let admin: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false }, builtSite);
  writer = await registerMember(app, "TechWriter");
  admin = await verifiedAdmin(app);
});
afterAll(() => app.close());

const make = (title: string) =>
  makeItem(app, { authorId: writer.user_id, reviewerId: admin.user_id, title, body: "Words." });

/** The picture's path, as the page and the shell's preview name it. */
async function cardOf(id: number): Promise<string> {
  const page = await app.call("GET", `/posts/${id}`, { headers: { accept: "text/html" } });
  return (
    /<meta property="og:image" content="http:\/\/localhost:5000(\/cards\/[^"]+)">/.exec(page.body)?.[1] ?? ""
  );
}

async function load(path: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: "GET", url: path, headers });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

test("a published item has a picture of its title, kind and author, at an address of its revision", async () => {
  const id = await make("Indexes & <b>locks</b>");
  const path = await cardOf(id);
  expect(path).toMatch(new RegExp(`^/cards/${id}/1-[\\w-]{12}\\.png$`));
  const { status, headers, bytes } = await load(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=3600, s-maxage=0, must-revalidate, immutable",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
  // The mark, as long as its words: who verified the item and when.
  const { data } = await sharp(bytes)
    .extract({ left: 0, top: 445, width: 1200, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const green = Array.from({ length: 1200 }, (_, at) => data[3 * at + 2] ?? 255).filter((blue) => blue < 100);
  expect(green.length).toBeGreaterThan(400);
  expect((await load(path, { "if-none-match": String(headers.etag) })).status).toBe(304);
  const page = await app.call("GET", `/posts/${id}`);
  expect(page.body).toContain('<meta property="og:image:width" content="1200">');
  expect(page.body).toContain(
    '<meta property="og:image:alt" content="Indexes &amp; &lt;b&gt;locks&lt;/b&gt;">',
  );
  expect(page.body).toContain('<meta name="twitter:card" content="summary_large_image">');
  for (const wrong of [
    `/cards/${id}/2-aaaaaaaaaaaa.png`,
    `/cards/${id}/x.png`,
    "/cards/abc/1-aaaaaaaaaaaa.png",
  ])
    expect((await load(wrong)).status).toBe(404);
});

test("is another picture for another title, and without boxes for letters that no font has", async () => {
  const inkOf = async (title: string) => {
    const { bytes } = await load(await cardOf(await make(title)));
    // The place of the title: how much of it is dark.
    const { data } = await sharp(bytes)
      .extract({ left: 80, top: 190, width: 1040, height: 300 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data.filter((shade) => shade < 100).length;
  };
  const latin = await inkOf("Łódź & more");
  expect(latin).toBeGreaterThan(2000);
  // Emoji are left out; a sign that means something is drawn.
  expect(await inkOf("Łódź & more 🚀👍🏽🇫🇷")).toBe(latin);
  const plain = await inkOf("x 2");
  for (const sign of "√≠≤→₹✓αЖ")
    expect([sign, (await inkOf(`x ${sign}2`)) > plain + 100]).toEqual([sign, true]);
  const arabic = await inkOf("قواعد البيانات");
  expect(arabic).toBeGreaterThan(2000);
  // The logo stands there in place of the title, the same for each.
  expect(await inkOf("索引と鎖")).toBe(await inkOf("हिन्दी"));
  expect(await inkOf("x = 𝛼2")).toBe(await inkOf("हिन्दी"));
  expect(await inkOf("索引と鎖")).not.toBe(latin);
});

/** The colour in the middle of the picture's place, as "#rrggbb". */
async function colourOn(id: number): Promise<string> {
  const { bytes } = await load(await cardOf(id));
  const place = sharp(bytes).extract({ left: 980, top: 300, width: 1, height: 1 });
  return `#${(await place.removeAlpha().raw().toBuffer()).toString("hex")}`;
}

test("shows the item's cover, or else its own picture, or else the first of its text", async () => {
  const send = async (fields: Record<string, string>, file: FormFile | undefined) => {
    const answer = await sendForm(app, "POST", "/content", {
      token: writer.access_token,
      fields: draftFields(fields),
      file,
    });
    await decide(app, answer.body.id, { reviewerId: admin.user_id, decision: "approved" });
    return answer.body;
  };
  const paper = await colourOn(await make("Without a picture"));
  const own = await send({ title: "With a picture" }, await jpeg({ width: 900, height: 700 }));
  expect(await colourOn(own.id)).toMatch(/^#2[0-4]4[2-6]6[4-8]$/);
  // Drawn again from now on, and the picture's bytes are gone.
  await app.store.remove(own.media_url.replace(/^\/media\/|\?.*$/g, ""));
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Another Writer" } });
  expect(await colourOn(own.id)).toBe(paper);

  const picture = async (size: { width: number; height: number }) => {
    const { body } = await sendForm(app, "POST", "/pictures", {
      token: writer.access_token,
      fields: { alt: "Stones" },
      file: await png(size),
    });
    return body;
  };
  const { markdown: large, key: cover } = await picture({ width: 1800, height: 1400 });
  const pictured = await send({ title: "With one in its text", body: `Words.\n\n${large}` }, undefined);
  expect(await colourOn(pictured.id)).toMatch(/^#2[0-4]4[2-6]6[4-8]$/);
  const { markdown: small } = await picture({ width: 90, height: 70 });
  expect(await colourOn((await send({ title: "Small", body: small }, undefined)).id)).toBe(paper);
  const covered = await send({ title: "Covered", cover }, await jpeg({ width: 90, height: 70 }));
  expect(await colourOn(covered.id)).toMatch(/^#2[0-4]4[2-6]6[4-8]$/);
});

test("goes with the item, with its revision and with its author's name", async () => {
  const id = await make("Not for long");
  const path = await cardOf(id);
  expect((await load(path)).status).toBe(200);
  await app.call("PATCH", "/profiles/me", { token: writer.access_token, body: { name: "Renamed Writer" } });
  const renamed = await cardOf(id);
  expect(renamed).not.toBe(path);
  expect((await load(path)).status).toBe(404);
  expect((await load(renamed)).status).toBe(200);

  await decide(app, id, { reviewerId: admin.user_id, decision: "flagged", revision: 1 });
  expect((await load(renamed)).status).toBe(404);
  const removed = await make("Removed");
  const of = await cardOf(removed);
  await app.call("DELETE", `/admin/content/${removed}`, {
    token: admin.access_token,
    body: { reason: "Old." },
  });
  expect((await load(of)).status).toBe(410);
});
