import { type Answer, buildTestApp, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg, pdf } from "@tests/support/server/media.ts";
import { filesIn } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongCounts } from "../../verification/site/counters.repository.ts";

const kilobyte = 1024;
const quota = 300 * kilobyte;

/** Two instances of one site whose members may store 300 KB each. */
let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ memberStorageBytes: quota });
  other = await buildTestApp({ memberStorageBytes: quota }, null, { db: app.db, store: app.store });
});
afterAll(async () => {
  await other.http.close();
  await app.close();
});

const ofSize = (kilobytes: number): FormFile => pdf("x".repeat(kilobytes * kilobyte));
const upload = (token: string, file: FormFile | null, on = app) =>
  sendForm(on, "POST", "/content", { token, fields: draftFields(), file });
const tokenOf = async (on = app) => (await registerMember(on)).access_token;
const full = {
  status: 413,
  body: { code: "quota_exceeded", error: expect.stringMatching(/^This would exceed your storage of /) },
};

/** The bytes of all files, once every count is what there is. */
async function storage() {
  for (const count of ["bytes of members", "bytes of the site"])
    expect(await wrongCounts(app.db.query, count)).toEqual([]);
  const { rows } = await app.db.query.execute<{ bytes: number }>(sql`select bytes::int from site_storage`);
  return rows[0]?.bytes ?? -1;
}

describe("a member's files", () => {
  test("may take up the configured space and no more: a short text still fits", async () => {
    const token = await tokenOf();
    expect((await upload(token, ofSize(140))).status).toBe(201);
    expect((await upload(token, ofSize(140))).status).toBe(201);
    const before = [await storage(), await filesIn(app)];
    expect(await upload(token, ofSize(140))).toMatchObject(full);
    expect([await storage(), await filesIn(app)]).toEqual(before);
    expect((await app.call("POST", "/content", { token, body: draftFields() })).status).toBe(201);
    expect((await upload(await tokenOf(), ofSize(140))).status).toBe(201);
  });

  test("count with their posters", async () => {
    const token = await tokenOf();
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const drawing = sharp({ create: { width: 200, height: 200, channels: 3, background: "black", noise } });
    const poster = { bytes: await drawing.png().toBuffer(), type: "image/png", part: "poster" };
    const send = () =>
      sendForm(app, "POST", "/content", { token, fields: draftFields(), file: [ofSize(140), poster] });
    const empty = await storage();
    expect((await send()).status).toBe(201);
    const before = [await storage(), await filesIn(app)];
    expect(before[0]).toBeGreaterThan(empty + 190 * kilobyte);
    expect(await send()).toMatchObject(full);
    expect([await storage(), await filesIn(app)]).toEqual(before);
  });

  test("sent to two instances at once are not both accepted where only one fits", async () => {
    const token = await tokenOf();
    const answers = await Promise.all([upload(token, ofSize(200)), upload(token, ofSize(200), other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 413]);
    await storage();
  });

  test("count while they are being received", async () => {
    const token = await tokenOf();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(token, ofSize(200))));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ status }) => status === 413).length).toBeGreaterThanOrEqual(5);
    expect((await upload(await tokenOf(), ofSize(200))).status).toBe(201);
    // What was refused is no longer on its way.
    const later = await upload(token, ofSize(60));
    expect(later.status).toBe(201);
    expect(await filesIn(app).then((files) => files.filter((name) => name.endsWith(".part")))).toEqual([]);
  });

  test("make room again when they are erased", async () => {
    const token = await tokenOf();
    const fields = draftFields({ draft: "true" });
    const { body } = await sendForm(app, "POST", "/content", { token, fields, file: ofSize(250) });
    expect((await upload(token, ofSize(100))).status).toBe(413);
    const before = await storage();
    expect((await app.call("DELETE", `/content/${body.id}`, { token })).status).toBe(200);
    expect(await storage()).toBeLessThanOrEqual(before - 250 * kilobyte);
    expect((await upload(token, ofSize(100))).status).toBe(201);
  });

  test("include the profile picture, whose space is freed when it is replaced", async () => {
    const token = await tokenOf();
    const before = await storage();
    const change = async () =>
      sendForm(app, "PATCH", "/profiles/me", { token, file: { ...(await jpeg()), part: "avatar" } });
    expect((await change()).status).toBe(200);
    const once = await storage();
    expect(once).toBeGreaterThan(before);
    expect((await change()).status).toBe(200);
    expect(await storage()).toBe(once);
  });
});

describe("a member's texts", () => {
  /** With its HTML more than a third of what a member may store. */
  const long = (mark: string) => ({ body: `${mark} ${"& stone ".repeat(6_000)}` });
  /** Without the text, which is long in an answer. */
  const told = ({ status, body: { code, error } }: Answer) => ({ status, body: { code, error } });
  const draft = (token: string, headers = {}) =>
    app.call("POST", "/content", { token, headers, body: draftFields(long("0")) });

  test("take the same space, with every revision, and no edit of a full member stores anything", async () => {
    const token = await tokenOf();
    const { body: item } = await draft(token);
    const edit = (mark: string) => app.call("PATCH", `/content/${item.id}`, { token, body: long(mark) });
    expect((await edit("1")).status).toBe(200);
    const files = await storage();
    for (let count = 0; count < 3; count += 1) expect(told(await edit("2"))).toEqual(full);
    expect(await upload(token, ofSize(140))).toMatchObject(full);
    const newest = await app.call("GET", `/content/${item.id}/newest`, { token });
    expect(newest.body.revision).toBe(2);
    // Of the site they take none, and others go on.
    expect(await storage()).toBe(files);
    expect((await draft(await tokenOf())).status).toBe(201);
    // What needs no room is still done.
    expect((await app.call("DELETE", `/content/${item.id}`, { token })).status).toBe(200);
  });

  test("include comments, and deleted ones make room", async () => {
    const token = await tokenOf();
    const item = await makeItem(app, { authorId: (await registerMember(app)).user_id });
    const comment = () =>
      app.call("POST", `/content/${item}/comments`, { token, body: { body: "\u{1faa8}".repeat(4_000) } });
    const { body: first } = await comment();
    let answer = await comment();
    for (let count = 2; answer.status === 201 && count < 20; count += 1) answer = await comment();
    expect(told(answer)).toEqual(full);
    const edit = (body: string) => app.call("PATCH", `/comments/${first.id}`, { token, body: { body } });
    expect(told(await edit("Short."))).toEqual(full);
    await storage();
    expect((await app.call("DELETE", `/comments/${first.id}`, { token })).status).toBe(200);
    expect((await comment()).status).toBe(201);
    await storage();
  });

  test("include the answers kept under keys, for as long as they are kept", async () => {
    const token = await tokenOf();
    const key = { "idempotency-key": "once" };
    const { body: item } = await draft(token, key);
    await storage();
    const again = await draft(token, key);
    expect([again.status, again.headers["idempotent-replay"]]).toEqual([201, "true"]);
    expect(again.body.id).toBe(item.id);
    const edit = (change: object, name: string) =>
      app.call("PATCH", `/content/${item.id}`, { token, body: change, headers: { "idempotency-key": name } });
    expect((await edit(long("1"), "one")).status).toBe(200);
    const short = { body: "Stone on stone." };
    expect(told(await edit(short, "two"))).toEqual(full);
    await app.db.query.execute(sql`delete from idempotency_keys`);
    await storage();
    expect((await edit(short, "two")).status).toBe(200);
    await storage();
  });

  test("and files that a member sends, edits, comments on and withdraws at once never wait for one another in a circle", async () => {
    const own = await buildTestApp({ rateLimits: false });
    const { user_id: authorId, access_token: token } = await registerMember(own, "TechWriter");
    const item = await makeItem(own, { authorId });
    const { body: series } = await own.call("POST", "/series", { token, body: { title: "Stones" } });
    const change = (id: number, body: object) => own.call("PATCH", `/content/${id}`, { token, body });
    for (let round = 0; round < 6; round += 1) {
      const drafts = await Promise.all(
        [1, 2, 3].map(() => own.call("POST", "/content", { token, body: { ...draftFields(), draft: true } })),
      );
      const [one, two, three] = drafts.map(({ body }) => body.id);
      const fields = draftFields({ series: String(series.id) });
      const answers = await Promise.all([
        change(one, { body: `Sent ${round}.`, draft: false, series: series.id }),
        sendForm(own, "POST", "/content", { token, fields, file: ofSize(2) }),
        change(two, { body: `Kept ${round}.`, series: series.id }),
        own.call("POST", "/content", { token, body: { ...draftFields(), series: series.id } }),
        own.call("DELETE", `/content/${three}`, { token }),
        own.call("POST", `/content/${item}/comments`, { token, body: { body: "Well said." } }),
        change(item, { body: `Again ${round}.` }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201, 200, 201, 200]);
    }
    await own.close();
  });

  test("written in two places at once do not both take the last of it", async () => {
    const token = await tokenOf();
    const items = [await draft(token), await draft(token)].map(({ body }) => body.id);
    const edit = (id: number, on: TestApp) =>
      on.call("PATCH", `/content/${id}`, { token, body: { body: `3 ${"stone ".repeat(4_000)}` } });
    const answers = await Promise.all([edit(items[0], app), edit(items[1], other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413]);
    await storage();
  });
});

test("all files together may take up the configured space, and reads still work", async () => {
  const own = await buildTestApp({ siteStorageBytes: quota });
  const send = async () => upload(await tokenOf(own), ofSize(140), own);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(201);
  expect(await send()).toMatchObject({ status: 507, body: { code: "storage_full" } });
  expect((await own.call("GET", "/categories")).status).toBe(200);
  const { body } = await own.call("GET", "/metrics", { from: "127.0.0.1" });
  expect(body).toMatch(/^cairn_storage_refused_total\{quota="site"\} 1$/m);
  expect(Number(/^cairn_stored_bytes (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(280 * kilobyte);
  await own.close();
});
