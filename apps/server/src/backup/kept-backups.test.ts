import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTestApp, by, makePeople, password } from "@tests/support/server/app.ts";
import { silentLog } from "@tests/support/server/database.ts";
import { draftFields, sendForm } from "@tests/support/server/forms.ts";
import { png } from "@tests/support/server/media.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../db/database.ts";
import { migrate } from "../db/migrate.ts";
import { version } from "../lib/version.ts";
import { newLogKey, parseLogKeys } from "../modules/ledger/log/log-keys.ts";
import { openFolderStore } from "../modules/media/store/folder-store.ts";
import { restoreEmbedded } from "./restore-embedded.ts";
import { writeBackup } from "./write-backup.ts";

/** A small backup of each release, which every later one opens (docs/rules.md#schema-and-releases). */
const folder = join(import.meta.dirname, "../../../../tests/kept");
const nameOf = (release: string) => `cairn-${release}.zip`;
const now = new Date();
const logKeys = parseLogKeys(newLogKey());

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "cairn-kept-"));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Makes the backup of this release: each kind of row that members see, with a file. */
async function keep(path: string): Promise<void> {
  const app = await buildTestApp({ logKeys });
  await app.publicLog.begin();
  const { writer, other, admin } = await makePeople(app);
  const sent = await sendForm(app, "POST", "/content", {
    ...by(writer),
    fields: draftFields({ title: "Kept since the release", applies_to: "Node.js 24" }),
    file: await png(),
  });
  expect(sent).toMatchObject({ status: 201 });
  const item = `/content/${sent.body.id}`;
  const decided = await app.call("POST", `/admin${item}/approve`, by(admin, { revision: 1, note: "Clear." }));
  expect(decided).toMatchObject({ status: 200 });
  const done = [
    await app.call("POST", `${item}/comments`, by(other, { body: "I *built* one." })),
    await app.call("PUT", `${item}/like`, by(other)),
    await app.call("PUT", `${item}/save`, by(other)),
    await app.call("PUT", `/follows/author/${writer.user_id}`, by(other)),
    await app.call("POST", "/series", by(writer, { title: "Stones" })),
  ];
  expect(done.map(({ status }) => status)).toEqual([201, 200, 200, 200, 201]);
  await app.publicLog.sign();
  await writeBackup(path, { media: app.store, logKeys, now, withDatabase: (work) => work(app.db) });
  await app.close();
}

test("this release has its backup in tests/kept: CAIRN_KEEP_BACKUP=1 makes it", async () => {
  const path = join(folder, nameOf(version));
  if (process.env.CAIRN_KEEP_BACKUP === "1" && !existsSync(path)) await keep(path);
  expect(readdirSync(folder)).toContain(nameOf(version));
});

test.each(readdirSync(folder))("%s opens, and its site is whole", async (name) => {
  const dataDir = await mkdtemp(join(scratch, "data-"));
  const restored = await restoreEmbedded(join(folder, name), { dataDir, bucket: null, log: silentLog, now });
  expect(restored).toMatchObject({ misfits: [], verification: { rows: 1, files: 1, flaw: null } });

  const database = await openDatabase({ dataDir, log: silentLog });
  await migrate(database);
  const store = await openFolderStore(join(dataDir, "media"));
  const app = await buildTestApp({}, null, {
    db: Object.assign(database, { dataDir, url: "", remove: () => database.close() }),
    store,
  });
  const { body: item } = await app.call("GET", "/content/1");
  expect(item).toMatchObject({
    title: "Kept since the release",
    body: "Stone on **stone**.",
    status: "Published",
    likes: 1,
    applies_to: ["node.js 24"],
  });
  const file = await app.inject({ method: "GET", url: item.media.url });
  expect([file.statusCode, file.headers["content-type"]]).toEqual([200, "image/png"]);
  const { body: comments } = await app.call("GET", "/content/1/comments");
  expect(comments).toMatchObject([{ body_html: expect.stringContaining("<em>built</em>") }]);
  const { body: reviews } = await app.call("GET", "/content/1/reviews");
  expect(reviews.items).toMatchObject([{ decision: "approved", revision: 1 }]);
  const { items: people } = (await app.call("GET", "/authors?q=Member")).body;
  expect(people).toHaveLength(1);
  const login = { email: "member-1@example.test", password };
  expect((await app.call("POST", "/auth/login", { body: login })).status).toBe(200);
  await app.close();
});
