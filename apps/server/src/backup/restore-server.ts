import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseLog, openDatabase } from "../db/database.ts";
import { listTables } from "../db/dump.ts";
import { BadBackup } from "./manifest.ts";
import { listMedia } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import type { Restored } from "./restore-embedded.ts";

/**
 * Restores a backup into an empty database of a server, and its media into the data directory, where files that are
 * there already stay.
 * @throws BadBackup, also where the database has tables: nothing is ever overwritten there
 */
export async function restoreServer(
  path: string,
  { databaseUrl: url, dataDir, log }: { databaseUrl: string; dataDir: string; log: DatabaseLog },
): Promise<Restored> {
  const backup = await openBackup(path);
  const staging = join(dataDir, "restoring");
  try {
    const db = await openDatabase({ url, dataDir, log, statementLimit: 24 * 60 * 60 * 1000 });
    try {
      if ((await listTables(db.query)).length > 0) {
        throw new BadBackup("the database is not empty; make a new one for it");
      }
      await rm(staging, { recursive: true, force: true });
      const verification = await loadBackup(backup, { db, mediaDir: staging });
      await placeMedia(staging, join(dataDir, "media"));
      return { verification, before: null };
    } finally {
      await db.close();
    }
  } finally {
    backup.archive.close();
    await rm(staging, { recursive: true, force: true });
  }
}

/** Names are made of what the files hold: one that is there already is the same. */
async function placeMedia(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const key of await listMedia(from)) await rename(join(from, key), join(to, key));
}
