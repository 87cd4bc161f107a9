import { FolderInUse, type FolderLock, lockFolder } from "@cairn/node";
import { DataDirectoryInUse } from "../errors.ts";
import { ensureOwner } from "./data-owner.ts";

/**
 * Makes this process the only owner of a data directory: two PostgreSQLs on the same files lose rows.
 * @throws DataDirectoryInUse naming the owner
 */
export async function lockDataDirectory(dataDir: string): Promise<FolderLock> {
  ensureOwner(dataDir);
  try {
    return await lockFolder(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new DataDirectoryInUse(dataDir, error.pid);
  }
}
