import { Readable } from "node:stream";
import type { Database, Transaction } from "../db/database.ts";
import { dumpTable, listTables, readAppliedMigrations, readSequences } from "../db/dump.ts";
import { type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { backupFormat, type Manifest, writeManifest } from "./manifest.ts";
import { listMedia, readMedia } from "./media-folder.ts";

export const manifestName = "cairn-backup.json";
export const tableFile = (table: string) => `tables/${table}.ndjson`;
export const mediaFile = (key: string) => `media/${key}`;

const dumpLimit = 24 * 60 * 60 * 1000;

export interface BackupFacts {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Writes all tables, as of one moment, and all media into one zip file: JSON lines for each table, the media as they
 * are, and last a list of contents with a hash for each table. Nothing is held in memory as a whole.
 */
export async function writeBackup(
  path: string,
  { db, mediaDir, now }: { db: Database; mediaDir: string; now: Date },
): Promise<BackupFacts> {
  const archive = await createArchive(path);
  try {
    const tables = await db.transaction((tx) => writeTables(tx, archive), {
      limit: dumpLimit,
      snapshot: true,
    });
    const media = await writeAllMedia(mediaDir, archive);
    const manifest: Manifest = { format: backupFormat, made_at: now.toISOString(), ...tables, media };
    await archive.add(manifestName, Readable.from([writeManifest(manifest)]), { compress: true });
    await archive.finish();
    const rows = tables.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, ...media };
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

async function writeAllMedia(mediaDir: string, archive: ArchiveWriter): Promise<Manifest["media"]> {
  const keys = await listMedia(mediaDir);
  let bytes = 0;
  for (const key of keys) {
    // Pictures and films do not get smaller.
    const added = await archive.add(mediaFile(key), readMedia(mediaDir, key), { compress: false });
    bytes += added.bytes;
  }
  return { files: keys.length, bytes };
}
