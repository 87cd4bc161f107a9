import { createHash } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buildTestApp, type Member, registerMember, type TestApp } from "@tests/support/server/app.ts";
import { makeItem } from "@tests/support/server/content.ts";
import { sendForm } from "@tests/support/server/forms.ts";
import { png } from "@tests/support/server/media.ts";
import { filesIn } from "@tests/support/server/uploads.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createIncomingFiles } from "./incoming-files.ts";
import { insertMedia } from "./media.repository.ts";

const hour = 60 * 60 * 1000;
const bytes = Buffer.from("%PDF-1.7 and so on");
const sha256 = createHash("sha256").update(bytes).digest();

let app: TestApp;
let author: Member;
beforeAll(async () => {
  app = await buildTestApp();
  author = await registerMember(app);
});
afterAll(() => app.close());

let made = 0;
const newKey = () => {
  made += 1;
  return `${String(made).padStart(32, "0")}.pdf`;
};
const write = (name: string) => app.storeFile(name, bytes, "application/pdf");
const addRow = (key: string) =>
  insertMedia(app.db.query, {
    key,
    sha256,
    bytes: bytes.length,
    type: "application/pdf",
    createdAt: new Date(),
  });

test("only files unclaimed for an hour are swept", async () => {
  const [shown, lonely, unknown] = [newKey(), newKey(), newKey()];
  await write(shown);
  await addRow(shown);
  await makeItem(app, { authorId: author.user_id, media: { key: shown, sha256, alt: "" } });
  const { body: profile } = await sendForm(app, "PATCH", "/profiles/me", {
    file: { ...(await png()), part: "avatar" },
    token: author.access_token,
  });
  const face = profile.avatar_url.slice("/media/".length);
  await write(lonely);
  await addRow(lonely);
  await write(unknown);
  await writeFile(join(app.store.incoming, `${"f".repeat(32)}.part`), bytes);

  const before = await filesIn(app);
  await app.sweep();
  expect(await filesIn(app)).toEqual(before);

  app.passTime(hour + 60_000);
  await app.sweep();
  const left = await filesIn(app);
  expect(left).toHaveLength(3);
  expect(left).toEqual(expect.arrayContaining([shown, face]));
  expect((await app.call("GET", `/media/${shown}`)).status).toBe(200);
  expect((await app.call("GET", `/media/${face}`)).status).toBe(200);
});

test("after a kill the next start puts files with a row in their place, and drops what was in transit", async () => {
  const own = await buildTestApp();
  const { user_id: authorId } = await registerMember(own);
  const key = newKey();
  const path = join(own.store.incoming, "received.part");
  await writeFile(path, bytes);
  await own.store.hold(key, path, { sha256, bytes: bytes.length, type: "application/pdf" });
  await insertMedia(own.db.query, { key, sha256, bytes: bytes.length, type: "application/pdf" });
  await makeItem(own, { authorId, media: { key, sha256, alt: "" } });
  await own.http.close();
  for (const name of [`${"e".repeat(32)}.part`, newKey()])
    await writeFile(join(own.store.incoming, name), bytes);

  const again = await buildTestApp({}, null, { db: own.db, store: own.store });
  expect((await again.call("GET", `/media/${key}`)).status).toBe(200);
  const left = (await filesIn(again)).filter((name) => name !== key);
  // On a database server another instance may be receiving it: there it goes with age.
  expect(left).toHaveLength(own.db.engine === "embedded" ? 0 : 2);
  await again.close();
});

test("a full disk is reported, and leaves no partial file", async () => {
  const before = await filesIn(app);
  const files = createIncomingFiles(app.store.incoming, async (path) => {
    await writeFile(path, "half");
    return open("/dev/full", "w");
  });
  await expect(files.receive(Readable.from([bytes]), "application/pdf")).rejects.toMatchObject({
    code: "storage_full",
    status: 507,
  });
  expect(await filesIn(app)).toEqual(before);
});

test("a file is stored whole where the disk takes only a part of each write", async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(40_000, index));
  const files = createIncomingFiles(app.store.incoming, async (path) => {
    const part = await open(path, "wx");
    const writev = part.writev.bind(part);
    return Object.assign(part, { writev: (pieces: readonly Buffer[]) => writev(pieces.slice(0, 3)) });
  });
  const received = await files.receive(Readable.from(pieces), "application/pdf");
  expect(Buffer.concat(pieces).equals(await readFile(received.path))).toBe(true);
  await files.discard(received);
});

test("a file refused while it is being created leaves nothing behind, even when that is slow", async () => {
  const before = await filesIn(app);
  const sender = Readable.from([bytes]);
  const files = createIncomingFiles(app.store.incoming, async (path) => {
    sender.destroy(new Error("the form was refused"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return open(path, "wx");
  });
  await expect(files.receive(sender, "application/pdf")).rejects.toThrow();
  expect(await filesIn(app)).toEqual(before);
});
