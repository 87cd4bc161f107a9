import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Database, type DatabaseLog, openDatabase } from "../db/database.ts";
import type { BucketAddress } from "../lib/bucket-address.ts";
import { readFolder } from "../modules/media/store/folder-store.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { askServer } from "../operator/ask-server.ts";
import { type BackupFacts, writeBackup } from "./write-backup.ts";

interface Settings {
  /** null: the embedded engine. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** null: media lie in the data directory. */
  readonly mediaBucket: BucketAddress | null;
  readonly log: DatabaseLog;
  readonly now: Date;
}

/**
 * Backs the database and the media up while the site runs: a database server reads as of one moment by itself, a
 * running server with the embedded engine takes a snapshot, and without one the files are read as they are.
 */
export async function makeBackup(path: string, settings: Settings): Promise<BackupFacts> {
  return settings.mediaBucket === null ? fromFolder(path, settings) : fromBucket(path, settings);
}

/** A snapshot holds media and database of the same moment. */
async function fromFolder(path: string, settings: Settings): Promise<BackupFacts> {
  return withSnapshot(settings, (folder) =>
    writeBackup(path, {
      media: readFolder(join(folder, "media")),
      now: settings.now,
      withDatabase: (work) => withDatabase(settings, folder, work),
    }),
  );
}

async function fromBucket(path: string, settings: Settings): Promise<BackupFacts> {
  const store = await openMediaStore(settings, settings.log);
  try {
    await store.check();
    return await writeBackup(path, {
      media: store,
      now: settings.now,
      withDatabase: (work) => withSnapshot(settings, (folder) => withDatabase(settings, folder, work)),
    });
  } finally {
    store.close();
  }
}

/** A folder with `db` in it where the engine is embedded, and `media` where they lie in a folder. */
async function withSnapshot<Result>(
  { databaseUrl, dataDir }: Settings,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const answer = databaseUrl === null ? await askServer(dataDir, { snapshot: true }) : null;
  if (!answer) return work(dataDir);
  const [folder = ""] = answer.lines;
  if (answer.status !== 0) throw new Error(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withDatabase<Result>(
  { databaseUrl: url, log }: Settings,
  dataDir: string,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase({ url, dataDir, log });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
