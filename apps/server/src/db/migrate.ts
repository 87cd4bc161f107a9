import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./database-interface.ts";
import { MigrationRefused } from "./errors.ts";
import type { Queries } from "./queries.ts";

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

const ownFolder = join(import.meta.dirname, "migrations");
const migrationLimit = 600_000;
/** Lock held while migrations run, so that instances that start together on one server take turns. */
const advisoryLock = 7_100_001;

export interface MigrateOptions {
  readonly folder?: string;
  /** Name of the last migration to apply. */
  readonly until?: string;
}

/**
 * Why the migrations that a backup's data has, oldest first, do not lead to this version, as the end of the sentence "this
 * backup cannot be used: ..."; null if they do.
 */
export async function problemOfApplied(applied: readonly string[]): Promise<string | null> {
  const own = await readMigrations(ownFolder);
  const foreign = applied.find((name, index) => own[index]?.name !== name);
  return foreign === undefined
    ? null
    : `it was made with ${foreign}, which this version of Cairn does not have`;
}

/**
 * Applies the numbered migrations that are new, each with its record in one transaction: if the process dies, a
 * migration is applied completely or not at all. Returns the names of the applied ones.
 * @throws MigrationRefused if applied migrations are missing or their statements have changed.
 */
export async function migrate(database: Database, { folder = ownFolder, until }: MigrateOptions = {}) {
  const all = await readMigrations(folder);
  const migrations = until === undefined ? all : all.filter(({ name }) => name <= until);
  await database.transaction(makeRecords, { limit: migrationLimit });
  const applied: string[] = [];
  while (true) {
    const name = await database.transaction((tx) => applyNext(tx, migrations), { limit: migrationLimit });
    if (name === null) return applied;
    applied.push(name);
  }
}

/** Applies the migrations that are new in the caller's transaction. @throws MigrationRefused */
export async function migrateWithin(tx: Transaction): Promise<void> {
  const migrations = await readMigrations(ownFolder);
  while ((await applyNext(tx, migrations)) !== null);
}

/** When the site started for the first time. */
export async function firstStartOf(db: Queries): Promise<Date> {
  const { rows } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from min(applied_at))::float8 * 1000 as ms from schema_migrations`,
  );
  return new Date(rows[0]?.ms ?? Date.now());
}

const takeTurns = (tx: Queries) => tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);

async function makeRecords(tx: Queries): Promise<void> {
  // "if not exists" alone does not keep two instances apart that create it at the same moment.
  await takeTurns(tx);
  await tx.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      hash text not null,
      applied_at timestamptz(3) not null default now()
    )`);
}

async function applyNext(tx: Queries, migrations: readonly Migration[]): Promise<string | null> {
  await takeTurns(tx);
  const records = await tx.execute<{ name: string; hash: string }>(
    sql`select name, hash from schema_migrations order by name`,
  );
  for (const [index, { name, hash }] of records.rows.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) throw outOfStep(name, migrations);
    if (hash !== migration.hash) throw new MigrationRefused(`${name} was changed after it was applied`);
  }
  const next = migrations[records.rows.length];
  if (!next) return null;
  await tx.execute(sql.raw(next.text));
  await tx.execute(sql`insert into schema_migrations (name, hash) values (${next.name}, ${next.hash})`);
  return next.name;
}

function outOfStep(applied: string, migrations: readonly Migration[]): MigrationRefused {
  return new MigrationRefused(
    migrations.some(({ name }) => name === applied)
      ? `A new migration is numbered before ${applied}, which was applied already`
      : `The database was changed by ${applied}, which this version of Cairn does not have: start the version that changed it, or choose another DATA_DIR or DATABASE_URL`,
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = /^(\d{4}_)[a-z0-9_]+\.sql$/.exec(name)?.[1];
      if (number === undefined)
        throw new MigrationRefused(`${name} is not named like 0001_functions_and_jobs.sql`);
      if (names[index - 1]?.startsWith(number)) throw new MigrationRefused(`${name} has another's number`);
      // A checkout may have changed the line endings.
      const text = (await readFile(join(folder, name), "utf8")).replaceAll("\r\n", "\n");
      return { name, text, hash: createHash("sha256").update(statementsOf(text)).digest("hex") };
    }),
  );
}

/** Comments, and white space outside of strings, may change: they are for readers of the schema. */
const statementsOf = (text: string) =>
  text.replace(/('(?:[^']|'')*')|(?:--[^\n]*|\s+)+/g, (_, quoted?: string) => quoted ?? " ").trim();
