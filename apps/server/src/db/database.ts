import type { Database, DatabaseSettings } from "./database-interface.ts";
import { openEmbedded } from "./embedded/engine.ts";
import { openServer } from "./server/engine.ts";

export type {
  Database,
  DatabaseLog,
  DatabaseSettings,
  Transaction,
} from "./database-interface.ts";
export { lockDataDirectory } from "./embedded/data-lock.ts";
export { ensureOwner } from "./embedded/data-owner.ts";
export { DataDirectoryInUse } from "./errors.ts";
export type { Queries } from "./queries.ts";

/**
 * Opens a PostgreSQL server if `url` names one, otherwise the embedded engine.
 * @throws DataDirectoryInUse if another process owns the data directory of the embedded engine.
 */
export function openDatabase({
  url,
  ...settings
}: DatabaseSettings & { url?: string | null }): Promise<Database> {
  return url ? openServer({ ...settings, url }) : openEmbedded(settings);
}
