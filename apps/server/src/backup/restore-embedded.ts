import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseLog, lockDataDirectory, openDatabase } from "../db/database.ts";
import { type KnownHead, writeHead } from "../modules/ledger/known-heads.ts";
import type { Verification } from "../modules/ledger/ledger-verifier.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import type { Misfit } from "./manifest.ts";
import { sendTo } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import { asKnown, headAfter, readRemembered } from "./remembered-head.ts";
import { finishRestore, isReady, makeStaging, markReady } from "./restore-swap.ts";

export interface Restored {
  readonly verification: Verification;
  /** Where the previous data is; null if there was none. */
  readonly before: string | null;
  /** The head of the ledger that this machine remembered until now; null if there was none. */
  readonly remembered: KnownHead | null;
  /** Files that did not match their rows when the backup was made, and are missing now. */
  readonly misfits: readonly Misfit[];
}

interface Target {
  readonly dataDir: string;
  /** Where media go that are not stored in the data directory. */
  readonly bucket: MediaStore | null;
  readonly log: DatabaseLog;
  readonly now: Date;
  /** Also restores a backup that was made without some files. */
  readonly partial?: boolean;
}

/**
 * Restores a backup into a data directory: built and checked beside the existing data, then moved into place at once.
 * Until then nothing is touched, and no existing data is deleted. A bucket gets its files once everything is checked
 * and before that moment: if a restore stops in between, no row names its files, and the sweep removes them.
 * @throws BadBackup; DataDirectoryInUse while a server runs on the directory; DataOfAnotherUser for root
 */
export async function restoreEmbedded(
  path: string,
  { dataDir, bucket, log, now, partial = false }: Target,
): Promise<Restored> {
  const backup = await openBackup(path, { partial });
  try {
    const lock = await lockDataDirectory(dataDir);
    try {
      await finishRestore(dataDir, now);
      const staging = await makeStaging(dataDir);
      try {
        const remembered = await readRemembered(dataDir);
        const verification = await build(backup, staging, { log, bucket, known: asKnown(remembered) });
        await writeHead(staging, headAfter(verification));
        // The existing media folder stays as it is.
        if (bucket) await rm(join(staging, "media"), { recursive: true });
        await markReady(dataDir);
        const before = await finishRestore(dataDir, now);
        return { verification, remembered, before, misfits: backup.manifest.misfits ?? [] };
      } catch (error) {
        if (!isReady(dataDir)) await rm(staging, { recursive: true, force: true });
        throw error;
      }
    } finally {
      lock.release();
    }
  } finally {
    backup.archive.close();
  }
}

/**
 * Loads a backup into a temporary folder and checks it as a restore would, including its ledger; leaves nothing behind.
 * @throws BadBackup
 */
export async function checkBackup(
  path: string,
  { log, known }: { log: DatabaseLog; known: readonly KnownHead[] },
): Promise<Verification> {
  const backup = await openBackup(path, { partial: false });
  const scratch = await mkdtemp(join(tmpdir(), "cairn-check-"));
  try {
    return await build(backup, scratch, { log, bucket: null, known });
  } finally {
    backup.archive.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function build(
  backup: Awaited<ReturnType<typeof openBackup>>,
  staging: string,
  { log, bucket, known }: Pick<Target, "log" | "bucket"> & { known: readonly KnownHead[] },
): Promise<Verification> {
  const mediaDir = join(staging, "media");
  const db = await openDatabase({ dataDir: staging, log, statementLimit: 24 * 60 * 60 * 1000 });
  try {
    const place = bucket && sendTo(bucket, mediaDir);
    return await loadBackup(backup, { db, mediaDir, known, ...(place && { place }) });
  } finally {
    await db.close();
  }
}
