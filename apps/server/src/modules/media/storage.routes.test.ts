import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildTestApp, registerMember, type TestApp } from "../../../../../tests/support/server/app.ts";
import { draftFields, type FormFile, sendForm } from "../../../../../tests/support/server/forms.ts";
import { jpeg, pdf } from "../../../../../tests/support/server/media.ts";
import { filesIn } from "../../../../../tests/support/server/uploads.ts";

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
  body: { code: "quota_exceeded", error: expect.stringMatching(/^Your files may take /) },
};

/** What is kept as a count, and what there is. */
async function storage() {
  const { rows } = await app.db.query.execute<{
    kept: number;
    there: number;
    members: number;
    owned: number;
  }>(sql`
    select (select bytes::int from site_storage) as kept,
      (select coalesce(sum(bytes), 0)::int from media where erased_at is null) as there,
      (select coalesce(sum(bytes), 0)::int from member_storage) as members,
      (select coalesce(sum(bytes), 0)::int from media where erased_at is null and owner_id is not null) as owned`);
  const [row] = rows;
  expect(row?.kept).toBe(row?.there);
  expect(row?.members).toBe(row?.owned);
  return row?.kept ?? -1;
}

describe("a member's files", () => {
  test("may take up the configured space and no more: text can still be written", async () => {
    const token = await tokenOf();
    expect((await upload(token, ofSize(140))).status).toBe(201);
    expect((await upload(token, ofSize(140))).status).toBe(201);
    const before = [await storage(), await filesIn(app)];
    expect(await upload(token, ofSize(140))).toMatchObject(full);
    expect([await storage(), await filesIn(app)]).toEqual(before);
    expect((await app.call("POST", "/content", { token, body: draftFields() })).status).toBe(201);
    expect((await upload(await tokenOf(), ofSize(140))).status).toBe(201);
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
