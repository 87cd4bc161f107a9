import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseLog, openDatabase } from "../db/database.ts";
import { listTables } from "../db/dump.ts";
import { DatabaseUnusable } from "../db/errors.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import { sendTo } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import type { Restored } from "./restore-embedded.ts";

interface Target {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly store: MediaStore;
  readonly log: DatabaseLog;
}

/**
 * Restores a backup into an empty database of a server, and its media into their store, where files that are there
 * already stay. They go there when everything is checked and before the tables are committed: a restore that ends in
 * between leaves an empty database, and files that no row names.
 * @throws BadBackup; DatabaseUnusable where the database has tables: nothing is ever overwritten there
 */
export async function restoreServer(
  path: string,
  { databaseUrl: url, dataDir, store, log }: Target,
): Promise<Restored> {
  const backup = await openBackup(path);
  const staging = join(dataDir, "restoring");
  try {
    const db = await openDatabase({ url, dataDir, log, statementLimit: 24 * 60 * 60 * 1000 });
    try {
      if ((await listTables(db.query)).length > 0) {
        throw new DatabaseUnusable(url, "it is not empty; make a new one for what is restored");
      }
      await rm(staging, { recursive: true, force: true });
      const place = sendTo(store, staging);
      const verification = await loadBackup(backup, { db, mediaDir: staging, place });
      return { verification, before: null };
    } finally {
      await db.close();
    }
  } finally {
    backup.archive.close();
    await rm(staging, { recursive: true, force: true });
  }
}
