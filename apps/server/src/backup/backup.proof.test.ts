import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { openTestDatabase, silentLog, type TestDatabase } from "@tests/support/server/database.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedDemo } from "../../../../demo/write.ts";
import { type Database, openDatabase } from "../db/database.ts";
import { dumpTable, listTables } from "../db/dump.ts";
import { createSafeFetch } from "../lib/safe-fetch.ts";
import { appendNote } from "../modules/ledger/ledger.repository.ts";
import { countLeaves } from "../modules/ledger/log/log.repository.ts";
import { createLogService } from "../modules/ledger/log/log.service.ts";
import { formatLogKeys, newLogKey, parseLogKeys } from "../modules/ledger/log/log-keys.ts";
import { createLogWitnesses } from "../modules/ledger/log/witnesses.ts";
import { openFolderStore, readFolder } from "../modules/media/store/folder-store.ts";
import type { MediaReader, MediaStore } from "../modules/media/store/media-store.ts";
import { restoreEmbedded } from "./restore-embedded.ts";
import { finishRestore } from "./restore-swap.ts";
import { takeSnapshot } from "./snapshot.ts";
import { type BackupMedia, writeBackup } from "./write-backup.ts";

const now = new Date("2026-11-20T12:00:00.000Z");
let source: TestDatabase;
let store: MediaStore;
let folder: string;
let file: string;

beforeAll(async () => {
  source = await openTestDatabase();
  store = await openFolderStore(join(source.dataDir, "media"));
  await seedDemo(source, store);
  folder = await mkdtemp(join(tmpdir(), "cairn-backup-"));
  file = join(folder, "cairn.zip");
  await backUp(file);
});
afterAll(async () => {
  await source.remove();
  await rm(folder, { recursive: true });
});

/** Everything in the tables, in an order of its own. */
async function contentsOf(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (tx) => {
    const tables: Record<string, string[]> = {};
    for (const name of await listTables(tx)) {
      const rows: string[] = [];
      for await (const batch of dumpTable(tx, name)) rows.push(...batch);
      tables[name] = rows.sort();
    }
    return tables;
  });
}

async function opened<Result>(dataDir: string, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await openDatabase({ dataDir, log: silentLog });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const backUp = (path: string, media: BackupMedia = store) =>
  writeBackup(path, { media, now, withDatabase: (work) => work(source) });
const restore = (path: string, dataDir: string, bucket: MediaStore | null = null) =>
  restoreEmbedded(path, { dataDir, bucket, log: silentLog, now });
const newDirectory = () => mkdtemp(join(folder, "data-"));

async function hashesIn(media: MediaReader): Promise<string[]> {
  const hashes: string[] = [];
  for await (const names of media.list()) {
    for (const name of names) {
      const content = await media.open(name);
      const hash = createHash("sha256").update(content ? await buffer(content) : "");
      hashes.push(`${name} ${hash.digest("hex")}`);
    }
  }
  return hashes.sort();
}
const hashesOf = (dataDir: string) => hashesIn(readFolder(join(dataDir, "media")));

describe("a backup", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await newDirectory();
  });

  test("restores to the same rows, the same media and the same ledger", async () => {
    const { verification, before } = await restore(file, dataDir);
    expect(before).toBeNull();
    expect(verification).toMatchObject({ flaw: null, rows: expect.any(Number) });
    expect(verification.rows).toBeGreaterThan(40);
    expect(await opened(dataDir, contentsOf)).toEqual(await contentsOf(source));
    expect(await hashesOf(dataDir)).toEqual(await hashesIn(store));
    expect(readdirSync(dataDir).sort()).toEqual(["db", "lock", "media"]);
  });

  test("restores sequences, triggers and foreign keys", async () => {
    await opened(dataDir, async (db) => {
      const { rows } = await db.query.execute<{ id: string }>(
        "insert into categories (name) values ('New') returning id",
      );
      expect(Number(rows[0]?.id)).toBe(6);
      await expect(
        db.query.execute("update ledger set decision = 'removed' where seq = 1"),
      ).rejects.toThrow();
      await expect(
        db.query.execute(
          "insert into comments (content_id, author_id, body, body_html) values (9999, 1, 'x', 'x')",
        ),
      ).rejects.toMatchObject({ code: "23503" });
    });
  });

  test("over another site keeps the replaced data", async () => {
    await writeFile(join(dataDir, "media", "left-over.txt"), "x");
    const { forked, before } = await restore(file, dataDir);
    expect(forked).toBeNull();
    expect(before).toBe(join(dataDir, "before-restore-2026-11-20T12-00-00.000Z"));
    expect(existsSync(join(before ?? "", "media", "left-over.txt"))).toBe(true);
    expect(existsSync(join(before ?? "", "db", "PG_VERSION"))).toBe(true);
    expect(existsSync(join(dataDir, "media", "left-over.txt"))).toBe(false);
  });

  test("is taken from a snapshot while the site runs: later changes are not in it", async () => {
    const snapshot = await takeSnapshot(source, {
      dataDir: source.dataDir,
      mediaDir: join(source.dataDir, "media"),
      settleMedia: async () => {},
    });
    const before = await contentsOf(source);
    await source.query.execute("insert into categories (name) values ('Came later')");
    try {
      expect(await opened(snapshot, contentsOf)).toEqual(before);
      expect(await hashesOf(snapshot)).toEqual(await hashesIn(store));
    } finally {
      await source.query.execute("delete from categories where name = 'Came later'");
      await rm(snapshot, { recursive: true });
    }
  });

  test("never overwrites a file", async () => {
    await expect(backUp(file)).rejects.toMatchObject({ code: "EEXIST" });
  });
});

describe("a restore", () => {
  test("that was killed while moving files into place is finished by the next process that opens the directory", async () => {
    const dataDir = await newDirectory();
    for (const path of ["restoring/media", "media", "restoring/old-db", "db"]) {
      await mkdir(join(dataDir, path), { recursive: true });
      await writeFile(join(dataDir, path, "what"), path);
    }
    await writeFile(join(dataDir, "restoring", "ready"), "");
    const kept = await finishRestore(dataDir, now);
    const read = (path: string) => readFile(join(dataDir, path, "what"), "utf8");
    expect([await read("db"), await read("media")]).toEqual(["db", "restoring/media"]);
    expect(await readFile(join(kept ?? "", "db", "what"), "utf8")).toBe("restoring/old-db");
    expect(await readFile(join(kept ?? "", "media", "what"), "utf8")).toBe("media");
  });

  test("that never became ready leaves the previous data", async () => {
    const dataDir = await newDirectory();
    await mkdir(join(dataDir, "restoring", "db"), { recursive: true });
    expect(await finishRestore(dataDir, now)).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each([
    ["a file that is no backup", async (path: string) => writeFile(path, "hello"), "it is not whole"],
    ["a backup that was cut short", (path: string) => cut(path), "it is not whole"],
    ["a backup with a changed byte in a medium", (path: string) => flip(path, "media/"), "was changed"],
    [
      "a backup with a changed byte in a table",
      (path: string) => flip(path, "tables/revisions"),
      "This backup cannot be used",
    ],
  ])("of %s is refused, and nothing is touched", async (_, spoil, problem) => {
    const dataDir = await newDirectory();
    const spoilt = join(dataDir, "..", `spoilt-${Math.random()}.zip`);
    await copyFile(file, spoilt);
    await spoil(spoilt);
    await expect(restore(spoilt, dataDir)).rejects.toThrow(problem);
    expect(existsSync(join(dataDir, "db"))).toBe(false);
    await finishRestore(dataDir, now);
    expect(readdirSync(dataDir).filter((name) => name !== "lock")).toEqual([]);
  });
});

async function cut(path: string): Promise<void> {
  const handle = await open(path, "r+");
  await handle.truncate(Math.floor((await handle.stat()).size / 2));
  await handle.close();
}

/** Changes one byte in the middle of the first entry whose name begins so. */
async function flip(path: string, name: string): Promise<void> {
  const bytes = await readFile(path);
  const start = bytes.indexOf(name) + 200;
  bytes.writeUInt8((bytes.readUInt8(start) + 1) % 256, start);
  await writeFile(path, bytes);
}

test("a restore takes the public log back only where the operator says why; its key comes with it", async () => {
  const keys = parseLogKeys(newLogKey());
  if (!keys) throw new Error("no keys");
  const dataDir = await newDirectory();
  let minutes = 0;
  /** No signature waits for the one before. */
  function clock() {
    minutes += 1;
    return new Date(now.getTime() + minutes * 60_000);
  }
  const fetch = createSafeFetch();
  const logOn = (db: Database) =>
    createLogService({
      db,
      keys,
      publicUrl: "https://cairn.example",
      dataDir,
      witnesses: createLogWitnesses({ db, witnesses: [], fetch, clock, log: silentLog }),
      clock,
      log: silentLog,
    });
  await restore(file, dataDir);
  const size = await opened(dataDir, async (db) => {
    await logOn(db).begin();
    return countLeaves(db.query);
  });
  const older = join(folder, "signed.zip");
  const media = { ...readFolder(join(dataDir, "media")), place: async () => {} };
  await writeBackup(older, { media, logKeys: keys, now, withDatabase: (work) => opened(dataDir, work) });
  await opened(dataDir, async (db) => {
    await db.transaction((tx) => appendNote(tx, { says: { kind: "note" }, reason: null, time: now }));
    await logOn(db).begin();
  });

  await expect(restore(older, dataDir)).rejects.toThrow(
    `The backup is older than the signed log: it holds ${size} rows, and ${size + 1} rows of cairn.example/log were signed. Nothing was changed.`,
  );
  expect(readdirSync(dataDir).filter((name) => name.includes("restor"))).toEqual([]);

  const fork = "A disk was lost.";
  const { forked } = await restoreEmbedded(older, { dataDir, bucket: null, log: silentLog, now, fork });
  expect(forked?.origin).toMatch(/^cairn\.example\/log\/fork-\w+$/);
  expect(forked?.former).toMatchObject({ origin: "cairn.example/log", size: size + 1 });
  expect(await readFile(join(dataDir, "log-key"), "utf8")).toBe(formatLogKeys(keys));
  expect((await stat(join(dataDir, "log-key"))).mode & 0o777).toBe(0o600);
  await opened(dataDir, async (db) => {
    const log = logOn(db);
    await log.begin();
    log.ensureForward();
    expect((await log.checkpoint()).split("\n", 2)).toEqual([forked?.origin, String(size + 1)]);
  });
});
