import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { buildTestApp } from "@tests/support/server/app.ts";
import type { BucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { openTestBuckets } from "@tests/support/server/bucket/test-bucket.ts";
import { openTestDatabase, silentLog, type TestDatabase } from "@tests/support/server/database.ts";
import { openTestBucket } from "@tests/support/server/store.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../../../demo/write.ts";
import { openFolderStore } from "../modules/media/store/folder-store.ts";
import { isMediaName, type MediaStore } from "../modules/media/store/media-store.ts";
import { openArchive } from "./archive-reader.ts";
import { createArchive } from "./archive-writer.ts";
import { makeBackup } from "./make-backup.ts";
import { type Manifest, readManifest, writeManifest } from "./manifest.ts";
import { restoreEmbedded } from "./restore-embedded.ts";
import { takeSnapshot } from "./snapshot.ts";
import { manifestName, mediaFile, tableFile, writeBackup } from "./write-backup.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
let folder: string;
let buckets: BucketServer;
let source: TestDatabase;
let store: MediaStore;
let mediaDir: string;
let whole: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-damage-"));
  buckets = await openTestBuckets();
  source = await openTestDatabase({});
  mediaDir = join(source.dataDir, "media");
  store = await openFolderStore(mediaDir);
  await seedDemo(source, store);
  whole = join(folder, "whole.zip");
  await backUp(whole);
});
afterAll(async () => {
  await buckets.close();
  await source.remove();
  await rm(folder, { recursive: true });
});

const newDirectory = () => mkdtemp(join(folder, "data-"));
const backUp = (path: string, media = store) =>
  writeBackup(path, { media, now, withDatabase: (work) => work(source) });
const restore = (path: string, dataDir: string, { partial = false } = {}) =>
  restoreEmbedded(path, { dataDir, bucket: null, log: silentLog, now, partial });
const stored = async () => (await readdir(mediaDir)).filter(isMediaName).sort();

/** Changes one byte in the middle. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(path, bytes);
}

describe("a backup of files that do not match their rows", () => {
  test("names each of them, and restores the rest on request", async () => {
    const keys = await stored();
    const [changed = "", missing = "", unreadable = ""] = keys;
    const originals = await Promise.all(
      [changed, missing, unreadable].map((key) => readFile(join(mediaDir, key))),
    );
    await flip(join(mediaDir, changed));
    await rm(join(mediaDir, missing));
    await rm(join(mediaDir, unreadable));
    // Reading a folder as a file is an error of the machine, for root as well.
    await mkdir(join(mediaDir, unreadable));
    const path = join(folder, "partial.zip");
    try {
      const { misfits } = await backUp(path);
      expect(misfits).toEqual([
        { key: changed, problem: "changed" },
        { key: missing, problem: "missing" },
        { key: unreadable, problem: "unreadable" },
      ]);
    } finally {
      await rm(join(mediaDir, unreadable), { recursive: true });
      for (const [index, key] of [changed, missing, unreadable].entries())
        await writeFile(join(mediaDir, key), originals[index] ?? "");
    }

    const dataDir = await newDirectory();
    await expect(restore(path, dataDir)).rejects.toThrow(
      `3 stored files were missing or damaged when it was made. --partial restores the rest:\n  ${changed} has changed`,
    );
    const { verification, misfits } = await restore(path, dataDir, { partial: true });
    expect(misfits.map(({ key }) => key)).toEqual([changed, missing, unreadable]);
    expect(verification).toMatchObject({ flaw: null });
    expect(readdirSync(join(dataDir, "media")).filter(isMediaName).sort()).toEqual(keys.slice(3));
  });

  test("continues past a truncated file", async () => {
    const [key = ""] = await stored();
    const breaking: MediaStore = {
      ...store,
      async open(name) {
        if (name !== key) return store.open(name);
        return Readable.from(
          (async function* () {
            yield Buffer.from("half");
            throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
          })(),
        );
      },
    };
    const path = join(folder, "broken-off.zip");
    expect((await backUp(path, breaking)).misfits).toEqual([{ key, problem: "unreadable" }]);
    const archive = await openArchive(path);
    const others = archive.names.filter((name) => name.startsWith(mediaFile("")) && name !== mediaFile(key));
    expect(others).toHaveLength((await stored()).length - 1);
    for (const name of others) for await (const _ of await archive.open(name));
    archive.close();
  });

  test("also finds them in a bucket", async () => {
    const bucket = await openTestBucket(buckets, join(await newDirectory(), "media"));
    const keys = await stored();
    const [changed = "", missing = "", ...rest] = keys;
    for (const key of [changed, ...rest]) {
      const path = join(bucket.incoming, "a.part");
      const bytes = await readFile(join(mediaDir, key));
      await writeFile(path, key === changed ? Buffer.concat([bytes, Buffer.from("x")]) : bytes);
      const sent = await readFile(path);
      const sha256 = createHash("sha256").update(sent).digest();
      await bucket.put(key, path, { bytes: sent.length, sha256, type: "image/jpeg" });
    }
    const { misfits } = await backUp(join(folder, "bucket.zip"), bucket);
    bucket.close();
    expect(misfits).toEqual([
      { key: changed, problem: "changed" },
      { key: missing, problem: "missing" },
    ]);
  });
});

describe("a file left in incoming by a kill after its row committed", () => {
  test("is moved into place by a backup while no server runs", async () => {
    const dataDir = await newDirectory();
    await restore(whole, dataDir);
    const [key = ""] = await stored();
    await mkdir(join(dataDir, "media", "incoming"));
    await rename(join(dataDir, "media", key), join(dataDir, "media", "incoming", key));
    const { misfits } = await makeBackup(join(folder, "after-kill.zip"), {
      databaseUrl: null,
      dataDir,
      mediaBucket: null,
      log: silentLog,
      now,
    });
    expect(misfits).toEqual([]);
    expect(readdirSync(join(dataDir, "media", "incoming"))).toEqual([]);
    expect(readdirSync(join(dataDir, "media"))).toContain(key);
  });

  test("is included in a running server's snapshot", async () => {
    const app = await buildTestApp({}, null, { db: source, store });
    const [key = ""] = await stored();
    await rename(join(mediaDir, key), join(store.incoming, key));
    const snapshot = await takeSnapshot(source, {
      dataDir: source.dataDir,
      mediaDir,
      settleMedia: app.settleMedia,
    });
    expect(readdirSync(join(snapshot, "media"))).toContain(key);
    expect(await stored()).toContain(key);
    await rm(snapshot, { recursive: true });
    await app.http.close();
  });
});

/** The same backup with other lines in its tables and a list of contents that fits them, or another list. */
async function forge(change: {
  table?: (name: string, lines: string) => string;
  manifest?: (fitting: Manifest, original: Manifest) => Manifest;
}): Promise<string> {
  const path = join(await newDirectory(), "forged.zip");
  const archive = await openArchive(whole);
  const forged = await createArchive(path);
  const manifest = readManifest(await text(await archive.open(manifestName)));
  const tables: Manifest["tables"] = [];
  for (const { name } of manifest.tables) {
    const old = await text(await archive.open(tableFile(name)));
    const lines = change.table?.(name, old) ?? old;
    const { sha256 } = await forged.add(tableFile(name), Readable.from([lines]), { compress: true });
    tables.push({ name, rows: lines.split("\n").length - 1, sha256 });
  }
  for (const name of archive.names.filter((known) => known.startsWith(mediaFile(""))))
    await forged.add(name, Readable.from(await archive.open(name)), { compress: false });
  const fitting = { ...manifest, tables };
  const sealed = writeManifest(change.manifest?.(fitting, manifest) ?? fitting);
  await forged.add(manifestName, Readable.from([sealed]), { compress: true });
  await forged.finish();
  archive.close();
  return path;
}

describe("a sealed but inconsistent backup", () => {
  test.each([
    [
      "with a comment on an item that is not there",
      {
        table: (name: string, lines: string) =>
          name === "comments" ? lines.replace(/"content_id":\d+/, '"content_id":99999') : lines,
      },
      /the table comments is not correct: .*Key \(content_id\)=\(99999\) is not present/,
    ],
    [
      "without a table",
      {
        manifest: (list: Manifest) => ({
          ...list,
          tables: list.tables.filter(({ name }) => name !== "reports"),
        }),
      },
      "the table reports is missing",
    ],
    [
      "with another word in a comment, and as many comments as it lists",
      {
        table: (name: string, lines: string) =>
          name === "comments" ? lines.replace(/"body":"/, '"body":"Not ') : lines,
        manifest: (_: Manifest, original: Manifest) => original,
      },
      "the table comments has been changed",
    ],
    [
      "with an invalid value",
      {
        table: (name: string, lines: string) =>
          name === "users" ? lines.replace(/"id":\d+/, '"id":"x"') : lines,
      },
      "invalid input syntax",
    ],
  ])("%s is refused in one line and leaves nothing behind", async (_, change, problem) => {
    const dataDir = await newDirectory();
    const refused = await restore(await forge(change), dataDir).catch((error: Error) => error);
    expect(refused).toMatchObject({
      name: "BadBackup",
      message: expect.stringMatching(/^This backup[^\n]+$/),
    });
    expect((refused as Error).message).toMatch(problem);
    expect(readdirSync(dataDir)).toEqual(["lock"]);
  });
});
