import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { emptyDatabase } from "../../lib/empty-database.ts";
import { optimiseEngineLate } from "../../lib/optimise-engine-late.ts";
import { DurableFiles, syncPath, syncTreeToDisk } from "./durable-files.ts";

/**
 * The settings with which a new database and a running one are started.
 *
 * plan_cache_mode stays `auto`. Measured: force_generic_plan makes prepared statements with parameters as fast as those
 * with literals (22,000/s instead of 6,600/s), but plans every other statement without knowing its values: listing a
 * rare status fell from 4,100/s to 71/s. So hot statements are prepared and contain what never varies (a status, a
 * limit) as literals: 23,000/s.
 */
const startParams = [
  // -F would turn fsync off. wal_sync_method: PGlite's fdatasync() does nothing.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  ...setting("fsync", "on"),
  ...setting("wal_sync_method", "fsync"),
  // Half of the default: saves 90 MB of memory, and the kernel's cache is a fast second one.
  ...setting("shared_buffers", "64MB"),
  // Nothing recycles WAL in the background here: keep few of its files, and those for when the disk is full.
  ...setting("min_wal_size", "64MB"),
  ...setting("max_wal_size", "64MB"),
  // Otherwise each checkpoint writes a file that is never read, and panics if the disk has no room for it.
  ...setting("max_active_replication_origins", "0"),
  // Errors reach the caller; the log must not repeat them with the values of the statement.
  ...setting("log_min_messages", "fatal"),
  ...setting("log_min_error_statement", "panic"),
];

optimiseEngineLate();

function setting(name: string, value: string): string[] {
  return ["-c", `${name}=${value}`];
}

/** Opens the database in `directory`, which is empty where it begins with the files of `packed`. */
export async function openFiles(
  directory: string,
  onFailure: (line: string) => void,
  packed?: Blob,
): Promise<{ pglite: PGlite; files: DurableFiles }> {
  let opening: string[] | null = [];
  const files = new DurableFiles(directory);
  try {
    const pglite = await PGlite.create({
      fs: files,
      startParams,
      // Search tolerates misspelt words by using trigrams; a PostgreSQL server brings the same extension.
      extensions: { pg_trgm },
      ...(packed && { loadDataDir: packed }),
      onStderr: (line) => {
        if (opening) opening.push(line);
        else if (/\b(FATAL|PANIC):/.test(line)) onFailure(line);
        return false;
      },
    });
    opening = null;
    return { pglite, files };
  } catch (error) {
    throw new Error([`PostgreSQL could not open ${directory}`, ...(opening ?? [])].join("\n"), {
      cause: error,
    });
  }
}

/** Creates the files under another name first: `directory` is either absent or a complete database. */
export async function createFiles(directory: string): Promise<void> {
  const unfinished = `${directory}.creating`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700, recursive: true });
  const { pglite } = await openFiles(unfinished, () => {}, await emptyDatabase());
  await pglite.close();
  syncTreeToDisk(unfinished);
  renameSync(unfinished, directory);
  syncPath(dirname(directory));
}
