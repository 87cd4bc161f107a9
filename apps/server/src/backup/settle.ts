import { lockDataDirectory } from "../db/database.ts";
import { finishRestore } from "./restore-swap.ts";
import { removeOldSnapshots } from "./snapshot.ts";

/**
 * Finishes or removes what a killed restore or backup has left in the data directory, before anything is opened there.
 * @throws DataDirectoryInUse
 */
export async function settleDataDirectory(dataDir: string, now: Date): Promise<void> {
  const lock = await lockDataDirectory(dataDir);
  try {
    await finishRestore(dataDir, now);
    await removeOldSnapshots(dataDir);
  } finally {
    lock.release();
  }
}
