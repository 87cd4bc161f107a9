import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, type DatabaseLog, type DatabaseSettings, openDatabase } from "../db/database.ts";

/** The migrated database that worker-setup.ts makes once per run. */
export const templateDir = join(import.meta.dirname, "../../.cache/template");

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };

export interface TestDatabase extends Database {
  readonly dataDir: string;
  /** Closes the database and removes its files. */
  remove(): Promise<void>;
}

/** A migrated database of the test's own, on the real engine. */
export async function openTestDatabase(settings: Partial<DatabaseSettings> = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-test-"));
  await cp(join(templateDir, "db"), join(dataDir, "db"), { recursive: true });
  const database = await openDatabase({ dataDir, log: silentLog, transactionLimit: 2_000, ...settings });
  const remove = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.assign(database, { dataDir, remove });
}
