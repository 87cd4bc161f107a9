import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { decide } from "@tests/support/server/content.ts";
import { draftFields, type FormFile, sendForm } from "@tests/support/server/forms.ts";
import { jpeg } from "@tests/support/server/media.ts";
import { filesIn } from "@tests/support/server/uploads.ts";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkFiles } from "./stored-file-check.ts";

interface Source {
  url: string;
  type: string;
  width: number;
}

/** Two instances of one site. */
let app: TestApp;
let other: TestApp;
let writer: Member;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({}, null, { db: app.db, store: app.store });
  writer = await registerMember(app, "TechWriter");
});
afterAll(async () => {
  await other.http.close();
  await app.close();
});

async function upload(file: FormFile, facts: Record<string, string> = {}): Promise<number> {
  const fields = draftFields(facts);
  const { status, body } = await sendForm(app, "POST", "/content", {
    fields,
    file,
    token: writer.access_token,
  });
  expect(status).toBe(201);
  return body.id;
}
const approve = (id: number) => decide(app, id, { reviewerId: writer.user_id, decision: "approved" });
const mediaOf = async (id: number, token?: string, on = app) =>
  (await on.call("GET", `/content/${id}`, { token })).body.media;
const fetchFile = (url: string) => app.inject({ url });

/** How many renditions there are, and how many bytes are counted and stored. */
async function stored() {
  const { rows } = await app.db.query.execute<{ renditions: number; kept: number; there: number }>(sql`
    select (select count(*)::int from media where rendition_of is not null) as renditions,
      (select bytes::int from site_storage) as kept,
      (select sum(bytes)::int from media where erased_at is null) as there`);
  return rows[0];
}

test("an item's picture is served in AVIF and WebP of each width that it has, its colour and its own file beside them", async () => {
  const id = await upload(await jpeg({ width: 900, height: 450 }));
  await approve(id);
  // Kept without them, by both instances.
  const before = await mediaOf(id);
  expect(before).not.toHaveProperty("sources");
  expect(await mediaOf(id, undefined, other)).toEqual(before);

  await app.jobs.runDue("picture");
  const after: { colour: string; sources: Source[] } & Record<string, unknown> = await mediaOf(id);
  expect(after).toMatchObject(before);
  expect(await mediaOf(id, undefined, other)).toEqual(after);
  expect(after.colour).toMatch(/^#2[0-9a-f]4[0-9a-f]6[0-9a-f]$/);
  expect(after.sources.map(({ type, width }) => [type, width])).toEqual(
    ["image/avif", "image/webp"].flatMap((type) => [400, 800, 900].map((width) => [type, width])),
  );
  for (const { url, type, width } of after.sources) {
    const { statusCode, headers, rawPayload } = await fetchFile(url);
    expect([statusCode, headers["content-type"]]).toEqual([200, type]);
    const format = type === "image/avif" ? "heif" : "webp";
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format, width, height: width / 2 });
  }
  const [listed] = (await app.call("GET", "/content")).body;
  expect(listed.media).toEqual(after);
  expect(await checkFiles(app.db, app.store)).toMatchObject({ misfits: [], unnamed: [] });

  await decide(app, id, { reviewerId: writer.user_id, decision: "removed" });
  for (const { url } of after.sources) expect((await fetchFile(url)).statusCode).toBe(404);
});

test("what is not published is seen in any width by its author alone, and takes nothing of their space", async () => {
  const { member: room } = await roomOf();
  const id = await upload(await jpeg({ width: 500 }), { draft: "true" });
  const { member: taken } = await roomOf();
  await app.jobs.runDue("picture");
  expect(taken).toBeGreaterThan(room);
  expect(await roomOf()).toMatchObject({ member: taken });
  const { sources } = await mediaOf(id, writer.access_token);
  for (const { url } of sources as Source[]) {
    expect((await fetchFile(url)).statusCode).toBe(200);
    expect((await fetchFile(url.split("?")[0] ?? "")).statusCode).toBe(404);
  }

  const before = await stored();
  const drop = await app.call("DELETE", `/content/${id}`, { token: writer.access_token });
  expect(drop.status).toBe(200);
  const after = await stored();
  expect(after).toMatchObject({ renditions: (before?.renditions ?? 0) - 4, kept: after?.there });
  for (const { url } of sources as Source[]) expect((await fetchFile(url)).statusCode).toBe(404);
  expect((await checkFiles(app.db, app.store)).unnamed).toEqual([]);
});

async function roomOf() {
  const { rows } = await app.db.query.execute<{ member: number }>(
    sql`select coalesce(sum(bytes), 0)::int as member from member_storage where user_id = ${writer.user_id}`,
  );
  return rows[0] ?? { member: -1 };
}

test("what a kill interrupted is made by the next run, each picture once by two instances", async () => {
  const ids: number[] = [];
  for (const width of [300, 350, 420]) ids.push(await upload(await jpeg({ width })));
  // Claimed by a process that died, which left a file under a name that is needed again.
  const { rows } = await app.db.query.execute<{ key: string }>(sql`
    update jobs set due_at = now() + interval '5 minutes', is_leased = true, attempts = 1
    where key = (select key from jobs where kind = 'picture' order by key limit 1) returning key`);
  const claimed = rows[0]?.key ?? "";
  await app.storeFile(claimed.replace(".jpg", "300.avif"), Buffer.from("half"));
  await Promise.all([app.jobs.runDue("picture"), other.jobs.runDue("picture")]);
  const widthsOf = async () => {
    const found: number[] = [];
    for (const id of ids) {
      const { sources = [] } = await mediaOf(id, writer.access_token);
      found.push((sources as Source[]).length);
    }
    return found.sort();
  };
  const made = await widthsOf();
  expect(made.filter((count) => count === 0)).toHaveLength(1);

  app.passTime(6 * 60_000);
  await app.jobs.runDue("picture");
  expect(await widthsOf()).toEqual([2, 2, 4]);
  const left = (await filesIn(app)).filter((name) => name.endsWith(".part"));
  expect(left).toEqual([]);
});

test("a stored picture that is damaged is served as it is, and is not tried again", async () => {
  const id = await upload(await jpeg({ width: 640 }));
  const { url } = await mediaOf(id, writer.access_token);
  const key = url.split("?")[0].slice("/media/".length);
  const bytes = Buffer.from("no picture any more");
  await app.storeFile(key, bytes);
  await app.db.query.execute(sql`update media set sha256 = sha256(${bytes}) where key = ${key}`);
  await app.jobs.runDue("picture");
  expect(await mediaOf(id, writer.access_token)).not.toHaveProperty("sources");
  const { rows } = await app.db.query.execute(sql`select rendition_widths from media where key = ${key}`);
  expect(rows).toEqual([{ rendition_widths: [] }]);
});
