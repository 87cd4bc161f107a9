import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type DatabaseLog, openDatabase } from "../db/database.ts";
import { askServer } from "../operator/ask-server.ts";
import { type BackupFacts, writeBackup } from "./write-backup.ts";

interface Settings {
  /** null: the embedded engine. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly log: DatabaseLog;
  readonly now: Date;
}

/**
 * Backs the database and the media up while the site runs: a database server reads as of one moment by itself, a
 * running server with the embedded engine takes a snapshot, and without one the files are read as they are.
 */
export async function makeBackup(path: string, settings: Settings): Promise<BackupFacts> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== null) return backUp(path, dataDir, settings);
  const answer = await askServer(dataDir, { snapshot: true });
  if (!answer) return backUp(path, dataDir, settings);
  const [folder = ""] = answer.lines;
  if (answer.status !== 0) throw new Error(folder);
  try {
    return await backUp(path, folder, settings);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with `media` in it, and with `db` where the engine is embedded. */
async function backUp(
  path: string,
  folder: string,
  { databaseUrl: url, log, now }: Settings,
): Promise<BackupFacts> {
  const db = await openDatabase({ url, dataDir: folder, log });
  try {
    return await writeBackup(path, { db, mediaDir: join(folder, "media"), now });
  } finally {
    await db.close();
  }
}
