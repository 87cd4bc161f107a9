import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { BucketServer } from "@tests/support/server/bucket/bucket-server.ts";
import { openTestBuckets } from "@tests/support/server/bucket/test-bucket.ts";
import { openTestDatabase, silentLog, type TestDatabase } from "@tests/support/server/database.ts";
import { openTestBucket } from "@tests/support/server/store.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedDemo } from "../../../../demo/write.ts";
import { AppError } from "../lib/app-error.ts";
import { openFolderStore } from "../modules/media/store/folder-store.ts";
import type { MediaReader, MediaStore } from "../modules/media/store/media-store.ts";
import { verifyLedger } from "../verification/ledger/ledger-verifier.ts";
import { openArchive } from "./archive-reader.ts";
import { restoreEmbedded } from "./restore-embedded.ts";
import { finishRestore } from "./restore-swap.ts";
import { type BackupMedia, mediaFile, writeBackup } from "./write-backup.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
let folder: string;
let buckets: BucketServer;
let source: TestDatabase;
let store: MediaStore;
let file: string;
const opened: MediaStore[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-backup-"));
  buckets = await openTestBuckets();
  source = await openTestDatabase({});
  store = await openFolderStore(join(source.dataDir, "media"));
  await seedDemo(source, store);
  file = await backUp(store);
});
afterAll(async () => {
  for (const bucket of opened) bucket.close();
  await buckets.close();
  await source.remove();
  await rm(folder, { recursive: true });
});

const newDirectory = () => mkdtemp(join(folder, "data-"));
async function emptyBucket(dataDir: string): Promise<MediaStore> {
  const bucket = await openTestBucket(buckets, join(dataDir, "media"));
  opened.push(bucket);
  return bucket;
}
async function backUp(media: BackupMedia, meanwhile = async () => {}): Promise<string> {
  const path = join(await newDirectory(), "cairn.zip");
  await writeBackup(path, {
    media,
    now,
    async withDatabase(work) {
      await meanwhile();
      return work(source);
    },
  });
  return path;
}
const restore = (path: string, dataDir: string, bucket: MediaStore | null) =>
  restoreEmbedded(path, { dataDir, bucket, log: silentLog, now });

async function hashesIn(media: MediaReader): Promise<string[]> {
  const hashes: string[] = [];
  for await (const names of media.list()) {
    for (const name of names)
      hashes.push(`${name} ${await hashOf((await media.open(name)) ?? Readable.from([]))}`);
  }
  return hashes.sort();
}

/** The same of a backup. */
async function mediaIn(path: string): Promise<string[]> {
  const archive = await openArchive(path);
  const hashes: string[] = [];
  for (const name of archive.names.filter((known) => known.startsWith(mediaFile("")))) {
    hashes.push(`${name.slice(mediaFile("").length)} ${await hashOf(await archive.open(name))}`);
  }
  archive.close();
  return hashes.sort();
}

const hashOf = async (content: AsyncIterable<Buffer>) =>
  createHash("sha256")
    .update(await buffer(content))
    .digest("hex");

test("media move from a folder into a bucket and back with the same hashes and the same ledger", async () => {
  const before = await hashesIn(store);
  expect(before.length).toBeGreaterThan(10);
  const there = await newDirectory();
  const bucket = await emptyBucket(there);
  const { verification } = await restore(file, there, bucket);
  expect(await hashesIn(bucket)).toEqual(before);
  expect(readdirSync(join(there, "media"))).toEqual(["incoming"]);
  expect(readdirSync(bucket.incoming)).toEqual([]);
  expect(await verifyLedger(source.query, bucket)).toEqual(verification);
  expect(await mediaIn(await backUp(bucket))).toEqual(before);
}, 60_000);

test("a restore whose bucket fails halfway leaves the data unchanged", async () => {
  const dataDir = await newDirectory();
  const bucket = await emptyBucket(dataDir);
  let sent = 0;
  const failing: MediaStore = {
    ...bucket,
    async put(...file) {
      sent += 1;
      if (sent === 5) throw new AppError("unavailable");
      return bucket.put(...file);
    },
  };
  await expect(restore(file, dataDir, failing)).rejects.toThrow("not available");
  expect(existsSync(join(dataDir, "db"))).toBe(false);
  expect(await finishRestore(dataDir, now)).toBeNull();
  expect(existsSync(join(dataDir, "db"))).toBe(false);
  expect(await hashesIn(bucket)).toHaveLength(4);
});

test("a backup includes files that are deleted or added while it is made", async () => {
  const bucket = await emptyBucket(await newDirectory());
  const put = async (key: string) => {
    const path = join(bucket.incoming, "a.part");
    await writeFile(path, key);
    const sha256 = createHash("sha256").update(key).digest();
    await bucket.put(key, path, { bytes: key.length, sha256, type: "image/jpeg" });
  };
  const [deleted = "", kept = "", added = ""] = ["1", "2", "3"].map((digit) => `${digit.repeat(32)}.jpg`);
  await put(deleted);
  await put(kept);
  const path = await backUp(bucket, async () => {
    await bucket.remove(deleted);
    await put(added);
  });
  const media = (await mediaIn(path)).map((line) => line.split(" ")[0]);
  expect(media).toEqual([deleted, kept, added]);
});
