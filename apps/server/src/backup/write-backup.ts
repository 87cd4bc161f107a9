import { Readable } from "node:stream";
import type { Database, Transaction } from "../db/database.ts";
import { dumpTable, listTables, readAppliedMigrations, readSequences } from "../db/dump.ts";
import { isMediaName, type MediaReader } from "../modules/media/store/media-store.ts";
import { type Added, type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { backupFormat, type Manifest, writeManifest } from "./manifest.ts";

export const manifestName = "cairn-backup.json";
export const tableFile = (table: string) => `tables/${table}.ndjson`;
export const mediaFile = (key: string) => `media/${key}`;

const dumpLimit = 24 * 60 * 60 * 1000;

export interface BackupFacts {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

interface Source {
  readonly media: MediaReader;
  readonly now: Date;
  /** Opens the database that is to be read, and closes it when `work` is done. */
  withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

/**
 * Writes all tables, as of one moment, and all media into one zip file: JSON lines for each table, the media as they
 * are, and last a list of contents with a hash for each table. Nothing is held in memory as a whole. Media are read
 * before that moment and after it, so that neither what is deleted nor what is added meanwhile is missing.
 */
export async function writeBackup(
  path: string,
  { media: source, now, withDatabase }: Source,
): Promise<BackupFacts> {
  const archive = await createArchive(path);
  try {
    const written = new Map<string, Added>();
    await writeNewMedia(source, archive, written);
    const tables = await withDatabase((db) =>
      db.transaction((tx) => writeTables(tx, archive), { limit: dumpLimit, snapshot: true }),
    );
    await writeNewMedia(source, archive, written);
    const media = { files: written.size, bytes: sum([...written.values()].map(({ bytes }) => bytes)) };
    const manifest: Manifest = { format: backupFormat, made_at: now.toISOString(), ...tables, media };
    await archive.add(manifestName, Readable.from([writeManifest(manifest)]), { compress: true });
    await archive.finish();
    return { rows: sum(tables.tables.map(({ rows }) => rows)), ...media };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function writeTables(tx: Transaction, archive: ArchiveWriter) {
  const migrations = await readAppliedMigrations(tx);
  const sequences = await readSequences(tx);
  const tables: Manifest["tables"] = [];
  for (const name of await listTables(tx)) {
    let rows = 0;
    const lines = async function* () {
      for await (const batch of dumpTable(tx, name)) {
        rows += batch.length;
        yield Buffer.from(`${batch.join("\n")}\n`);
      }
    };
    const { sha256 } = await archive.add(tableFile(name), Readable.from(lines()), { compress: true });
    tables.push({ name, rows, sha256 });
  }
  return { migrations, tables, sequences };
}

/** Adds what is not written yet; what is deleted between its listing and its turn is passed over. */
async function writeNewMedia(
  source: MediaReader,
  archive: ArchiveWriter,
  written: Map<string, Added>,
): Promise<void> {
  for await (const keys of source.list()) {
    for (const key of keys.filter((name) => isMediaName(name) && !written.has(name))) {
      const content = await source.open(key);
      // Pictures and films do not get smaller.
      if (content) written.set(key, await archive.add(mediaFile(key), content, { compress: false }));
    }
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
