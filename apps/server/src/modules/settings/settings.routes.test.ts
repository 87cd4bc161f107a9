import {
  buildTestApp,
  by,
  type Member,
  registerMember,
  type TestApp,
  verifiedAdmin,
} from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, encodeForm, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, mp4, pdf, png } from "@tests/support/server/media.ts";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

let app: TestApp;
let admin: Member;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
  admin = await verifiedAdmin(app);
  writer = await registerMember(app, "TechWriter");
});
afterAll(() => app.close());

const change = (body: object, on = app, who = admin) => on.call("PATCH", "/admin/settings", by(who, body));
const site = async (on = app) => (await on.call("GET", "/site")).body;
const newest = async () => (await app.call("GET", "/admin/activity", by(admin))).body.items[0];

const untouched = {
  name: "Cairn",
  tagline: "Verified tech wisdom, from people who walked the trail before you.",
  accent: "#06546a",
  joining: "open",
  domains: [],
  audience: "everyone",
  captions_required: false,
  groups: [],
};
afterEach(() => change(untouched));

describe("the settings", () => {
  test("of a new site are those of the specification", async () => {
    const { status, body } = await app.call("GET", "/admin/settings", by(admin));
    expect(status).toBe(200);
    expect(body).toEqual({ ...untouched, logo_url: null, fixed: [] });
    expect(await site()).toMatchObject({
      name: "Cairn",
      joining: "open",
      audience: "everyone",
      logo_url: null,
    });
  });

  test("are changed by a verified admin, and every visitor gets the new ones at once", async () => {
    const { status, body } = await change({ name: " Oak Academy ", accent: "#7A1F5C", joining: "approval" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: "Oak Academy", accent: "#7a1f5c", joining: "approval" });
    expect(await site()).toMatchObject({ name: "Oak Academy", accent: "#7a1f5c", joining: "approval" });
  });

  test("stand in the admins' activity with what they were, and nothing does where nothing changed", async () => {
    await change({ name: "Oak Academy" });
    const { event, by: who } = await newest();
    expect(event).toBe("Settings changed: the site (name from “Cairn” to “Oak Academy”)");
    expect(who.id).toBe(admin.user_id);
    await change({ tagline: "Learn by doing" });
    const last = await newest();
    await change({ tagline: "Learn by doing" });
    expect((await newest()).id).toBe(last.id);
  });

  test.each([
    [{ accent: "#ffee00" }, /The nearest colour that is not is #[0-9a-f]{6}\.$/],
    [{ accent: "red" }, /^Accent /],
    [{ name: "" }, /^Name /],
    [{ name: "x".repeat(41) }, /^Name /],
    [{ joining: "closed" }, /^Joining /],
    [{ joining: "domains" }, /^Domains must name at least one/],
    [{ domains: ["no domain"] }, /^Domains 1 must be a domain/],
    [
      { groups: [{ provider: "x", group: "y", role: "User" }] },
      /^Groups 1 provider must be the key of a provider that the server's environment sets up/,
    ],
    [{ colour: "red" }, /colour/i],
  ])("cannot become %j", async (body, sentence) => {
    const answer = await change(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(sentence);
  });

  test("on another instance are the same within a second, in its pages' names too", async () => {
    const second = await buildTestApp({ rateLimits: false }, null, { db: app.db, store: app.store });
    try {
      expect((await second.call("GET", "/openapi.json")).body.info.title).toBe("Cairn");
      await change({ name: "Oak Academy" });
      await expect.poll(async () => (await site(second)).name).toBe("Oak Academy");
      expect((await second.call("GET", "/openapi.json")).body.info.title).toBe("Oak Academy");
      expect((await second.call("GET", "/feed.xml")).body).toContain("<title>Oak Academy</title>");
    } finally {
      await second.http.close();
    }
  });
});

test("what the environment sets wins, is named, and cannot be changed", async () => {
  const fixedSettings = { name: "Elm School", joining: "invitation" } as const;
  const fixed = await buildTestApp({ rateLimits: false, fixedSettings });
  const owner = await verifiedAdmin(fixed);
  try {
    const { body } = await fixed.call("GET", "/admin/settings", by(owner));
    expect(body).toMatchObject({ ...fixedSettings, fixed: ["name", "joining"] });
    const refused = await change({ name: "Oak Academy" }, fixed, owner);
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe("Name is set by the server's environment and cannot be changed here.");
    expect((await change({ tagline: "Learn by doing" }, fixed, owner)).status).toBe(200);
    expect(await site(fixed)).toMatchObject({ ...fixedSettings, tagline: "Learn by doing" });
  } finally {
    await fixed.close();
  }
});

describe("the logo", () => {
  async function put(file: FormFile | null) {
    const { body, headers } = await encodeForm({}, file);
    return app.call("PUT", "/admin/settings/logo", { ...by(admin), body, headers });
  }
  const load = (url: string) => app.inject({ url });

  test("is made from any picture, in the forms that pages and devices need", async () => {
    const { status, body } = await put(await png({ width: 600, height: 200 }));
    expect(status).toBe(200);
    expect(body.logo_url).toMatch(/^\/site\/logo\/\d+\/logo\.png$/);
    expect((await site()).logo_url).toBe(body.logo_url);
    const sizes: Record<string, unknown> = {};
    for (const form of ["logo", "icon-180", "icon-192", "icon-512", "maskable-512"]) {
      const answer = await load(body.logo_url.replace("logo.png", `${form}.png`));
      expect(answer.headers["content-type"]).toBe("image/png");
      expect(answer.headers["cache-control"]).toContain("immutable");
      const { width, height } = await sharp(answer.rawPayload).metadata();
      sizes[form] = [width, height];
    }
    expect(sizes).toEqual({
      logo: [288, 96],
      "icon-180": [180, 180],
      "icon-192": [192, 192],
      "icon-512": [512, 512],
      "maskable-512": [512, 512],
    });
    expect((await newest()).event).toBe("Settings changed: the site (a new logo)");
  });

  test("that is replaced has another address, and that of the former one is gone", async () => {
    const { logo_url: former } = (await put(await png())).body;
    const { logo_url: next } = (await put(await jpeg())).body;
    expect(next).not.toBe(former);
    expect((await load(former)).statusCode).toBe(404);
    expect((await load(next)).statusCode).toBe(200);
    expect((await app.call("DELETE", "/admin/settings/logo", by(admin))).body.logo_url).toBeNull();
    expect((await load(next)).statusCode).toBe(404);
    expect((await newest()).event).toBe("Settings changed: the site (no logo any more)");
  });

  test("is no file but a picture", async () => {
    expect((await put(null)).status).toBe(400);
    expect((await put(pdf("words"))).status).toBe(415);
    expect((await put({ bytes: Buffer.from("<svg/>"), type: "image/png" })).status).toBe(415);
    expect((await put({ bytes: Buffer.alloc(2_097_153), type: "image/png" })).status).toBe(413);
    expect((await site()).logo_url).toBeNull();
  });
});

describe("where captions are required", () => {
  const film = (fields: Record<string, string> = {}) =>
    sendForm(app, "POST", "/content", { fields: draftFields(fields), file: mp4(), ...by(writer) });
  async function captions(): Promise<string> {
    const file = { bytes: Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nStone\n"), type: "text/vtt" };
    const { body } = await sendForm(app, "POST", "/captions", {
      fields: { language: "en" },
      file,
      ...by(writer),
    });
    return body.key;
  }
  const edit = (id: number, body: object) => app.call("PATCH", `/content/${id}`, by(writer, body));

  test("a film is sent for review only with captions or without speech", async () => {
    await change({ captions_required: true });
    expect((await site()).captions_required).toBe(true);
    expect(await film()).toMatchObject({ status: 400, body: { code: "captions_required" } });
    expect((await film({ captions: await captions() })).status).toBe(201);
    expect((await film({ no_speech: "true" })).status).toBe(201);
    const article = await app.call("POST", "/content", by(writer, draftFields()));
    expect(article.status).toBe(201);
  });

  test("a draft is free, until it is sent", async () => {
    await change({ captions_required: true });
    const { status, body } = await film({ draft: "true" });
    expect(status).toBe(201);
    expect((await edit(body.id, { title: "Another title" })).status).toBe(200);
    expect(await edit(body.id, { draft: false })).toMatchObject({
      status: 400,
      body: { code: "captions_required" },
    });
    expect((await edit(body.id, { draft: false, captions: [await captions()] })).status).toBe(200);
  });

  test("an edit of a published film without them is refused, and the film stays public", async () => {
    const { body } = await film();
    await decide(app, body.id, { reviewerId: admin.user_id, decision: "approved" });
    await change({ captions_required: true });
    expect(await edit(body.id, { title: "Another title" })).toMatchObject({
      status: 400,
      body: { code: "captions_required" },
    });
    expect((await app.call("GET", `/content/${body.id}`)).status).toBe(200);
    expect((await edit(body.id, { title: "Another title", no_speech: true })).status).toBe(200);
  });
});
