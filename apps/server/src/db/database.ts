import type { Database, DatabaseSettings } from "./database-interface.ts";
import { openEmbedded } from "./embedded/engine.ts";

export type {
  Database,
  DatabaseLog,
  DatabaseSettings,
  Transaction,
} from "./database-interface.ts";
export { DataDirectoryInUse } from "./errors.ts";
export type { Queries } from "./queries.ts";

/** @throws DataDirectoryInUse when another process owns the data directory. */
export function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return openEmbedded(settings);
}
