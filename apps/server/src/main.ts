import { mkdir } from "node:fs/promises";
import { settleDataDirectory } from "./backup/settle.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DataDirectoryInUse, openDatabase } from "./db/database.ts";
import { DatabaseUnusable, DataOfAnotherUser, MigrationRefused } from "./db/errors.ts";
import { AppError } from "./lib/app-error.ts";
import { createLog } from "./lib/log.ts";
import { MediaUnusable } from "./modules/media/store/media-store.ts";
import { loadSettingsFile } from "./settings-file.ts";

/** Starts the server. The rest of it, serve.ts and all that it needs, is loaded while the database opens. */
async function main(): Promise<void> {
  loadSettingsFile();
  const config = readConfig(process.env);
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

/** What the person who starts Cairn can mend reads as one line; anything else shows where it happened. */
function reasonOf(error: unknown): string {
  const mendable = [
    AppError,
    ConfigError,
    DataDirectoryInUse,
    DataOfAnotherUser,
    DatabaseUnusable,
    MediaUnusable,
    MigrationRefused,
  ];
  if (mendable.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `${error.message.replace(/^listen EADDRINUSE: /, "")}: set PORT to another one`;
  }
  if (error instanceof Error && "code" in error && error.code === "EACCES") {
    return `${error.message.replace(/^EACCES: /, "")}: the user who starts Cairn is not allowed to`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error) => {
  process.stderr.write(`Cairn cannot start: ${reasonOf(error)}\n`);
  process.exit(1);
});
