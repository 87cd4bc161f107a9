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

/** Of the first migrations: databases made before a hash left comments out have recorded these. */
const hashesWithComments: Readonly<Record<string, string>> = {
  "0001_basics.sql": "0183c1ab6d53dfd55e1c4e1e7c2b5a80d5473da92bd4e469df298de2e3cbd13b",
  "0002_accounts.sql": "cf171ff0eaeae0830a720ca922fedd4517da913097fa8810f8c38de9994e5026",
  "0003_media.sql": "cdccb835f27992ef4e35f0a43a9edf2aa3af0d430303f5c09b110cba9d15395d",
  "0004_content.sql": "5dd160fbde969668a78552be4937ade874327a9d37d518f0a692d54348c8bddc",
  "0005_series_and_reading.sql": "82d290c05e5980c960fdca0ce3f14a21f202d31c435cb4dd46d432b6be356f25",
  "0006_log.sql": "f115f943352dabb48f7619c615ed54a405e28fad20a8a5a110bd7707c3aac7c5",
  "0007_ledger.sql": "e16fdced5974d09bd786d7bbd367ccb88969db1a7cd810d0b3c8477992b4d87c",
  "0008_idempotency_keys.sql": "6e6efa94aa8a0ad1a8acd59bd4fd29533075fa749af54adfca8470ba4b35feeb",
  "0009_comments_and_likes.sql": "d1c7e8d4eeecb84c960c017eb031798f38b720f91d5d09d9ae04f5b5f4a6d96e",
  "0010_reports.sql": "a7bfee5af2eaeb20ac81a4715fac1205d1ca33db71454f76f479ec1efaf3dde0",
  "0011_notifications.sql": "d6d68c1d7c64863727461653c3f388e7517f5dae0994ff38e74cbd9da6e22314",
  "0012_follows_and_push.sql": "c5939e146b23c63e1395e6b341fa176f45dd9ff8567a8ea3d97e801da9dcc7af",
  "0013_search.sql": "3ebbb643578f68558ec0d1ac6d4b727943f3b3a9e563d9d6b53f347ae66ff7a5",
  "0014_counts.sql": "9fe06bdf83f2f6149b24fa0f8df334b456e0d408642e616fa199ca186d97e290",
  "0015_jobs.sql": "68e10deab0a09c923033c4f8fdfb8f84d66c4e80ccef7616e3d2e2a809fbbaf7",
  "0016_first_rows.sql": "400521ee7c333132f064383c480fee66726827c9d2671fb47a8a667108c18af0",
};

const ownFolder = join(import.meta.dirname, "migrations");
const migrationLimit = 600_000;
/** Lock held while migrations run, so that instances that start together on one server take turns. */
const advisoryLock = 7_100_001;

export interface MigrateOptions {
  readonly folder?: string;
  /** Name of the last migration to apply. */
  readonly until?: string;
}

/** The first migration in databases from before the schema was rewritten (docs/rules.md#d98). */
const formerFirst = "0001_accounts.sql";
const tooOld = "made by a version of Cairn before the first release, whose data no later version reads";

/**
 * Why the migrations that a backup's data has, oldest first, do not lead to this version, as the end of the sentence "this
 * backup cannot be used: ..."; null if they do.
 */
export async function problemOfApplied(applied: readonly string[]): Promise<string | null> {
  if (applied[0] === formerFirst) return `it was ${tooOld}`;
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
  if (records.rows[0]?.name === formerFirst) {
    throw new MigrationRefused(
      `The database was ${tooOld}: choose another DATA_DIR or DATABASE_URL, or empty this one`,
    );
  }
  for (const [index, { name, hash }] of records.rows.entries()) {
    const migration = migrations[index];
    if (migration?.name !== name) throw outOfStep(name, migrations);
    if (hash !== migration.hash && hash !== hashesWithComments[name])
      throw new MigrationRefused(`${name} was changed after it was applied`);
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
      : `The database was changed by ${applied}, which this version of Cairn does not have`,
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = /^(\d{4}_)[a-z0-9_]+\.sql$/.exec(name)?.[1];
      if (number === undefined) throw new MigrationRefused(`${name} is not named like 0001_basics.sql`);
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
