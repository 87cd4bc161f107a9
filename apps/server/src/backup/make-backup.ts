import { join } from "node:path";
import { type Database, type DatabaseLog, openDatabase } from "../db/database.ts";
import type { BucketAddress } from "../lib/bucket-address.ts";
import { findLogKeys, type LogKeys } from "../modules/ledger/log/log-keys.ts";
import { openFolderStore, readFolder } from "../modules/media/store/folder-store.ts";
import { openMediaStore } from "../modules/media/store/open-store.ts";
import { withSnapshot } from "./snapshot.ts";
import { type BackupFacts, writeBackup } from "./write-backup.ts";

interface Settings {
  /** null: the embedded engine. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** null: the data directory stores the media. */
  readonly mediaBucket: BucketAddress | null;
  /** LOG_KEY; without it the data directory stores the key of the log. */
  readonly logKeys?: LogKeys | null;
  readonly log: DatabaseLog;
  readonly now: Date;
}

/**
 * Backs up the database and the media while the site runs: a database server provides a consistent read by itself, a
 * running server with the embedded engine takes a snapshot, and without one the files are read as they are.
 */
export async function makeBackup(path: string, settings: Settings): Promise<BackupFacts> {
  return settings.mediaBucket === null ? fromFolder(path, settings) : fromBucket(path, settings);
}

/**
 * A snapshot holds media and database of the same moment, and the server moved all files into place before. Without one
 * the folder itself is read, where a kill may have left files that are not in place yet.
 */
async function fromFolder(path: string, settings: Settings): Promise<BackupFacts> {
  return withSnapshot(settings, async (folder) => {
    const directory = join(folder, "media");
    const media =
      folder === settings.dataDir
        ? await openFolderStore(directory)
        : { ...readFolder(directory), place: async () => {} };
    return writeBackup(path, {
      media,
      logKeys: await keysOf(settings),
      now: settings.now,
      withDatabase: (work) => withDatabase(settings, folder, work),
    });
  });
}

async function fromBucket(path: string, settings: Settings): Promise<BackupFacts> {
  const store = await openMediaStore(settings, settings.log);
  try {
    await store.check();
    return await writeBackup(path, {
      media: store,
      logKeys: await keysOf(settings),
      now: settings.now,
      withDatabase: (work) => withSnapshot(settings, (folder) => withDatabase(settings, folder, work)),
    });
  } finally {
    store.close();
  }
}

const keysOf = async ({ logKeys, dataDir }: Settings): Promise<LogKeys | null> =>
  logKeys ?? (await findLogKeys(dataDir));

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
