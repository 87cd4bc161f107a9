import { mkdir } from "node:fs/promises";
import { finishRestore } from "./backup/restore-swap.ts";
import { removeOldSnapshots } from "./backup/snapshot.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DataDirectoryInUse, lockDataDirectory, openDatabase } from "./db/database.ts";
import {
  DatabaseUnavailable,
  DatabaseUnusable,
  DataOfAnotherUser,
  DemoAccountsOpen,
  MigrationRefused,
} from "./db/errors.ts";
import { AppError } from "./lib/app-error.ts";
import { createLog } from "./lib/log.ts";
import { isMachineFault, onOneLine, wordsForFault } from "./lib/machine-fault.ts";
import { MediaUnusable } from "./modules/media/store/media-store.ts";
import { checkPyodide } from "./modules/pyodide/pyodide.ts";
import { loadSettingsFile } from "./settings-file.ts";

// A broken output pipe must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Starts the server. The rest of it, serve.ts and its imports, is loaded while the database opens. */
async function main(): Promise<void> {
  loadSettingsFile();
  const config = readConfig(process.env);
  await checkPyodide(config.pyodideDir);
  const log = createLog(config.logLevel);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });

  if (config.databaseUrl === null) await settleDataDirectory(config.dataDir, new Date());
  // The embedded database takes a second to open, in a thread of its own.
  const [db, { serve }] = await Promise.all([
    openDatabase({ url: config.databaseUrl, dataDir: config.dataDir, log, reserve: true }),
    import("./serve.ts"),
  ]);
  await serve({ config, db, log });
}

/**
 * Finishes or removes what a killed restore or backup left in the data directory, before anything is opened there.
 * @throws DataDirectoryInUse
 */
async function settleDataDirectory(dataDir: string, now: Date): Promise<void> {
  const lock = await lockDataDirectory(dataDir);
  try {
    await finishRestore(dataDir, now);
    await removeOldSnapshots(dataDir);
  } finally {
    lock.release();
  }
}

/** Errors that the operator can fix print as one line; all others print a stack trace. */
function reasonOf(error: unknown): string {
  const mendable = [
    AppError,
    ConfigError,
    DataDirectoryInUse,
    DataOfAnotherUser,
    DatabaseUnavailable,
    DatabaseUnusable,
    DemoAccountsOpen,
    MediaUnusable,
    MigrationRefused,
  ];
  if (mendable.some((kind) => error instanceof kind)) return onOneLine((error as Error).message);
  if (error instanceof Error && "code" in error && error.code === "EACCES") {
    return `${error.message.replace(/^EACCES: /, "")}: the user who starts Cairn is not allowed to`;
  }
  if (isMachineFault(error)) return wordsForFault(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error) => {
  process.stderr.write(`Cairn cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
});
