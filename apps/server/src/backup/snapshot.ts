import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import { askServer } from "../operator/ask-server.ts";
import { linkMedia } from "./media-folder.ts";

const prefix = "snapshot-";

interface SnapshotPlace {
  readonly dataDir: string;
  readonly mediaDir: string | null;
  settleMedia(): Promise<void>;
}

/**
 * Makes a consistent copy of the embedded database and of the media in a folder of the data directory, which a backup
 * or a check reads while the site continues. Media are linked before and after the database is copied, so that no file
 * is missing that was deleted or added in between. `mediaDir` null: media are stored elsewhere. `settleMedia` moves
 * uploaded files into place if their rows are committed already.
 * @returns the folder, with `db` in it, and `media`
 */
export async function takeSnapshot(
  db: Pick<Database, "copyFiles">,
  { dataDir, mediaDir, settleMedia }: SnapshotPlace,
): Promise<string> {
  if (!db.copyFiles) throw new Error("Only the embedded engine has files to copy");
  const folder = join(dataDir, `${prefix}${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  try {
    if (mediaDir !== null) await linkMedia(mediaDir, join(folder, "media"));
    await db.copyFiles(join(folder, "db"));
    await settleMedia();
    if (mediaDir !== null) await linkMedia(mediaDir, join(folder, "media"));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Runs `work` on a folder with `db` in it if the engine is embedded, and `media` if they are stored in a folder: on a
 * snapshot while a server has the embedded database open, else on the data directory itself.
 */
export async function withSnapshot<Result>(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
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

/** Removes what killed commands have left behind. Call it while no one else owns the directory. */
export async function removeOldSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
