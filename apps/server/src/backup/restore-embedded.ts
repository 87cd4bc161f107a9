import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseLog, lockDataDirectory, openDatabase } from "../db/database.ts";
import { formatLogKeys, keyFile, type LogKeys } from "../modules/ledger/log/log-keys.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import type { KnownHead } from "../verification/ledger/known-heads.ts";
import type { Verification } from "../verification/ledger/ledger-verifier.ts";
import type { Misfit } from "./manifest.ts";
import { sendTo } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import { finishRestore, isReady, makeStaging, markReady } from "./restore-swap.ts";
import { createLogGuard, type Fork, keysIn } from "./restored-log.ts";

export interface Restored {
  readonly verification: Verification;
  /** Where the previous data is; null if there was none. */
  readonly before: string | null;
  /** null: the log goes on under its own name, because it did not go back. */
  readonly forked: Fork | null;
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
  /** LOG_KEY; without it the key in the backup replaces the one in the data directory. */
  readonly logKeys?: LogKeys | null;
  /** Why the log goes on under a new name if it would go back; without it such a backup is refused. */
  readonly fork?: string | null;
}

/**
 * Restores a backup into a data directory: built and checked beside the existing data, then moved into place at once.
 * Until then nothing is touched, and no existing data is deleted. A bucket gets its files once everything is checked
 * and before that moment: if a restore stops in between, no row names its files, and the sweep removes them.
 * @throws BadBackup; LogGoesBack; DataDirectoryInUse while a server runs on the directory; DataOfAnotherUser for root
 */
export async function restoreEmbedded(
  path: string,
  { dataDir, bucket, log, now, partial = false, logKeys = null, fork = null }: Target,
): Promise<Restored> {
  const backup = await openBackup(path, { partial });
  try {
    const lock = await lockDataDirectory(dataDir);
    try {
      await finishRestore(dataDir, now);
      const staging = await makeStaging(dataDir);
      try {
        const guard = createLogGuard(backup, { dataDir, keys: logKeys, fork, now });
        const { verification, forked } = await build(backup, staging, { log, bucket, known: [], guard });
        const keys = logKeys === null ? await keysIn(backup) : null;
        if (keys) await writeFile(join(staging, keyFile), formatLogKeys(keys), { mode: 0o600, flush: true });
        // The existing media folder stays as it is.
        if (bucket) await rm(join(staging, "media"), { recursive: true });
        await markReady(dataDir);
        const before = await finishRestore(dataDir, now);
        return { verification, before, forked, misfits: backup.manifest.misfits ?? [] };
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
    return (await build(backup, scratch, { log, bucket: null, known })).verification;
  } finally {
    backup.archive.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Built extends Pick<Target, "log" | "bucket"> {
  readonly known: readonly KnownHead[];
  readonly guard?: ReturnType<typeof createLogGuard>;
}

async function build(
  backup: Awaited<ReturnType<typeof openBackup>>,
  staging: string,
  { log, bucket, known, guard }: Built,
): Promise<Pick<Restored, "verification" | "forked">> {
  const mediaDir = join(staging, "media");
  const db = await openDatabase({ dataDir: staging, log, statementLimit: 24 * 60 * 60 * 1000 });
  try {
    const place = bucket && sendTo(bucket, mediaDir);
    const verification = await loadBackup(backup, {
      db,
      mediaDir,
      known,
      ...(guard && { guard: guard.check }),
      ...(place && { place }),
    });
    return { verification, forked: (await guard?.forkIfNeeded(db)) ?? null };
  } finally {
    await db.close();
  }
}
