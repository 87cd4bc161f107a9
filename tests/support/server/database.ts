import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import {
  type Database,
  type DatabaseLog,
  type DatabaseSettings,
  openDatabase,
} from "../../../apps/server/src/db/database.ts";

export const cacheDir = join(import.meta.dirname, "../../../apps/server/.cache");

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };

export interface TestDatabase extends Database {
  readonly dataDir: string;
  /** Its address on a server; empty for the embedded engine. */
  readonly url: string;
  /** Closes the database and removes its files. */
  remove(): Promise<void>;
}

/**
 * A migrated database of the test's own, on the real engine: its own process thread, its own files. `npm run test:scale`
 * names a PostgreSQL server to use instead; settings are for the embedded engine alone.
 */
export async function openTestDatabase(settings?: Partial<DatabaseSettings>): Promise<TestDatabase> {
  const server = testServer();
  return server && !settings ? openOnServer(server) : openEmbedded(settings ?? {});
}

/** The server on which tests may make databases; empty where they use the embedded engine. */
export const testServer = (): string => process.env.CAIRN_TEST_SERVER ?? "";

/**
 * The engine's program, compiled: as long as it is there, all engines of this process share its machine code. Each would
 * otherwise compile it again, which takes a third of its start.
 */
let engineProgram: Promise<unknown> | undefined;

function holdEngineProgram(): Promise<unknown> {
  const path = join(createRequire(import.meta.url).resolve("@electric-sql/pglite"), "../pglite.wasm");
  engineProgram ??= readFile(path).then((bytes) => WebAssembly.compile(bytes));
  return engineProgram;
}

async function openEmbedded(settings: Partial<DatabaseSettings>): Promise<TestDatabase> {
  const dataDir = settings.dataDir ?? (await copyTemplate());
  await holdEngineProgram();
  const database = await openDatabase({ log: silentLog, ...settings, dataDir });
  const remove = async () => {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.assign(database, { dataDir, url: "", remove });
}

/** A copy of the server's template database, under a name of its own. */
async function openOnServer(server: string): Promise<TestDatabase> {
  const name = `cairn_test_${randomUUID().replaceAll("-", "")}`;
  await onServer(server, `create database ${name} template ${inject("templateDatabase")}`);
  const url = new URL(server);
  url.pathname = name;
  const database = await openDatabase({ url: url.href, dataDir: "", log: silentLog });
  const dataDir = await mkdtemp(join(tmpdir(), "cairn-test-"));
  const remove = async () => {
    await database.close();
    await onServer(server, `drop database ${name} with (force)`);
    await rm(dataDir, { recursive: true, force: true });
  };
  return Object.assign(database, { dataDir, url: url.href, remove });
}

/** Makes the engine lose every connection, as far as it can do so itself. */
export async function loseConnections(db: TestDatabase): Promise<void> {
  if (db.engine === "server") {
    // Its own connection last: one that is gone ends nobody else's.
    const everybody = `select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where datname = current_database()
      order by pid = pg_backend_pid() offset 0) connection`;
    await db.query.execute(everybody).catch(() => {});
  } else {
    // Nothing on this side feeds a COPY, which ends the session of any PostgreSQL.
    await db.query.execute("copy pg_class from stdin").catch(() => {});
  }
}

/** One statement on the server's own database, outside of any transaction. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A data directory with a copy of the migrated database; the caller removes it. */
export async function copyTemplate(parent: string = tmpdir()): Promise<string> {
  template ??= readTree(join(inject("templateDir"), "db"));
  const dataDir = await mkdtemp(join(parent, "cairn-test-"));
  const { folders, files } = await template;
  for (const folder of folders) mkdirSync(join(dataDir, "db", folder));
  for (const [path, bytes] of files) writeFileSync(join(dataDir, "db", path), bytes);
  return dataDir;
}

interface Tree {
  /** Outer ones first. */
  folders: string[];
  files: Map<string, Buffer>;
}

/** 40 MB in 1,300 files: written from memory in a tenth of the time that it takes to copy them. */
let template: Promise<Tree> | undefined;

async function readTree(root: string): Promise<Tree> {
  const tree: Tree = { folders: [""], files: new Map() };
  for (const folder of tree.folders) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) tree.folders.push(path);
      else tree.files.set(path, await readFile(join(root, path)));
    }
  }
  return tree;
}
