import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../db/database.ts";
import { linkMedia } from "./media-folder.ts";

const prefix = "snapshot-";

/**
 * A still copy of the embedded database and of the media, in a folder of the data directory: a backup reads it at
 * leisure while the site goes on. Media are linked before and after the database is copied, so that neither what
 * is deleted nor what is added meanwhile can be missing. `mediaDir` null: they lie elsewhere.
 * @returns the folder, with `db` in it, and `media`
 */
export async function takeSnapshot(
  db: Pick<Database, "copyFiles">,
  { dataDir, mediaDir }: { dataDir: string; mediaDir: string | null },
): Promise<string> {
  if (!db.copyFiles) throw new Error("Only the embedded engine has files to copy");
  const folder = join(dataDir, `${prefix}${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    if (mediaDir !== null) await linkMedia(mediaDir, join(folder, "media"));
    await db.copyFiles(join(folder, "db"));
    if (mediaDir !== null) await linkMedia(mediaDir, join(folder, "media"));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what backups that were killed have left behind. Called while nobody else owns the directory. */
export async function removeOldSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
