import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, type DatabaseLog, openDatabase } from "../db/database.ts";
import { listTables } from "../db/dump.ts";
import { DatabaseUnusable } from "../db/errors.ts";
import { dropsOfSchema } from "../db/load.ts";
import type { LogKeys } from "../modules/ledger/log/log-keys.ts";
import type { MediaStore } from "../modules/media/store/media-store.ts";
import { sendTo } from "./media-folder.ts";
import { loadBackup, openBackup } from "./read-backup.ts";
import type { Restored } from "./restore-embedded.ts";
import { createLogGuard } from "./restored-log.ts";

interface Target {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly store: MediaStore;
  readonly log: DatabaseLog;
  readonly partial?: boolean;
  /** LOG_KEY, which a database server demands. */
  readonly logKeys?: LogKeys | null;
  /** Why the log goes on under a new name if it would go back; without it such a backup is refused. */
  readonly fork?: string | null;
  readonly now?: Date;
}

/**
 * Restores a backup into an empty database of a server, and its media into their store, where existing files stay. The
 * media are stored after everything is checked and before the tables are committed: a restore that stops in between
 * leaves an empty database, and files that no row names.
 * @throws BadBackup; LogGoesBack; DatabaseUnusable if the database has tables: nothing is ever overwritten there
 */
export async function restoreServer(
  path: string,
  {
    databaseUrl: url,
    dataDir,
    store,
    log,
    partial = false,
    logKeys = null,
    fork = null,
    now = new Date(),
  }: Target,
): Promise<Restored> {
  const backup = await openBackup(path, { partial });
  const staging = join(dataDir, "restoring");
  try {
    const db = await openDatabase({ url, dataDir, log, statementLimit: 24 * 60 * 60 * 1000 });
    try {
      if ((await listTables(db.query)).length > 0) {
        throw new DatabaseUnusable(url, "it is not empty; make a new one for what is restored");
      }
      await rm(staging, { recursive: true, force: true });
      const place = sendTo(store, staging);
      const guard = createLogGuard(backup, { dataDir, keys: logKeys, fork, now });
      const { verification, forked } = await orAsItWas(db, log, async () => ({
        verification: await loadBackup(backup, {
          db,
          mediaDir: staging,
          known: [],
          place,
          guard: guard.check,
        }),
        forked: await guard.forkIfNeeded(db),
      }));
      return { verification, before: null, forked, misfits: backup.manifest.misfits ?? [] };
    } finally {
      await db.close();
    }
  } finally {
    backup.archive.close();
    await rm(staging, { recursive: true, force: true });
  }
}

/** A refused restore leaves the database as empty as it was: otherwise the next one would find it in use. */
async function orAsItWas<Result>(
  db: Database,
  log: DatabaseLog,
  load: () => Promise<Result>,
): Promise<Result> {
  const before = new Set(await dropsOfSchema(db.query));
  try {
    return await load();
  } catch (error) {
    await dropAllBut(before, db).catch((failure) =>
      log.warn({ err: failure }, "tables of the refused restore are left in the database"),
    );
    throw error;
  }
}

async function dropAllBut(before: ReadonlySet<string>, db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const drops = await dropsOfSchema(tx);
    for (const drop of drops.filter((statement) => !before.has(statement))) await tx.execute(sql.raw(drop));
  });
}
