import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseLog, lockDataDirectory, openDatabase } from "../db/database.ts";
import type { Verification } from "../modules/ledger/ledger-verifier.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import { sendTo } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import { finishRestore, makeStaging, markReady } from "./restore-swap.ts";

export interface Restored {
  readonly verification: Verification;
  /** Where the data of before are; null where there were none. */
  readonly before: string | null;
}

interface Target {
  readonly dataDir: string;
  /** Where media go that do not lie in the data directory. */
  readonly bucket: MediaStore | null;
  readonly log: DatabaseLog;
  readonly now: Date;
}

/**
 * Restores a backup into a data directory: built and checked beside what is there, then put into its place at once.
 * Until then nothing is touched, and nothing of what was there is deleted. A bucket gets its files when everything is
 * checked and before that moment: those of a restore that ends in between are named by no row, and go with the sweep.
 * @throws BadBackup; DataDirectoryInUse while a server runs on the directory; DataOfAnotherUser for root
 */
export async function restoreEmbedded(
  path: string,
  { dataDir, bucket, log, now }: Target,
): Promise<Restored> {
  const backup = await openBackup(path);
  try {
    const lock = await lockDataDirectory(dataDir);
    try {
      await finishRestore(dataDir, now);
      const staging = await makeStaging(dataDir);
      const verification = await build(backup, staging, { log, bucket });
      // What lies in the folder of media stays as it is.
      if (bucket) await rm(join(staging, "media"), { recursive: true });
      await markReady(dataDir);
      return { verification, before: await finishRestore(dataDir, now) };
    } finally {
      lock.release();
    }
  } finally {
    backup.archive.close();
  }
}

/**
 * Loads a backup into a folder of its own and checks it as a restore would, its ledger included; leaves nothing.
 * @throws BadBackup
 */
export async function checkBackup(path: string, log: DatabaseLog): Promise<Verification> {
  const backup = await openBackup(path);
  const scratch = await mkdtemp(join(tmpdir(), "cairn-check-"));
  try {
    return await build(backup, scratch, { log, bucket: null });
  } finally {
    backup.archive.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function build(
  backup: Awaited<ReturnType<typeof openBackup>>,
  staging: string,
  { log, bucket }: Pick<Target, "log" | "bucket">,
): Promise<Verification> {
  const mediaDir = join(staging, "media");
  const db = await openDatabase({ dataDir: staging, log, statementLimit: 24 * 60 * 60 * 1000 });
  try {
    return await loadBackup(backup, { db, mediaDir, ...(bucket && { place: sendTo(bucket, mediaDir) }) });
  } finally {
    await db.close();
  }
}
