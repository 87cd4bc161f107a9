import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/database.ts";
import { dumpTable, listTables, readAppliedMigrations, readSequences } from "../db/dump.ts";
import { isMachineFault } from "../lib/machine-fault.ts";
import { version } from "../lib/version.ts";
import { formatLogKeys, keyFile, type LogKeys } from "../modules/ledger/log/log-keys.ts";
import { isMediaName, type MediaReader, type MediaStore } from "../modules/media/store/media-store.ts";
import { type Added, type ArchiveWriter, createArchive } from "./archive-writer.ts";
import { backupFormat, type Manifest, type Misfit, writeManifest } from "./manifest.ts";

export const manifestName = "cairn-backup.json";
export const tableFile = (table: string) => `tables/${table}.ndjson`;
export const mediaFile = (key: string) => `media/${key}`;

const dumpLimit = 24 * 60 * 60 * 1000;

export interface BackupFacts {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  /** Stored files that do not match their rows: everything else can be restored. */
  readonly misfits: readonly Misfit[];
}

/** `place`: finishes moves that a kill interrupted between commit and rename. */
export type BackupMedia = MediaReader & Pick<MediaStore, "place">;

interface Source {
  readonly media: BackupMedia;
  /** The key that signs the log, if there is one yet. */
  readonly logKeys?: LogKeys | null;
  readonly now: Date;
  /** Opens the database to read, and closes it when `work` is done. */
  withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
}

/**
 * Writes all tables, as of one moment, and all media into one zip file: JSON lines for each table, the media unchanged,
 * and last a list of contents with a hash for each table. Nothing is held in memory as a whole. Media are read before
 * that moment and after it, so that no file is missing that was deleted or added in between. Each is compared with the
 * hash in its row: a file that does not match must not spoil the backup of all the others.
 */
export async function writeBackup(
  path: string,
  { media: source, logKeys, now, withDatabase }: Source,
): Promise<BackupFacts> {
  const archive = await createArchive(path);
  try {
    const files: WrittenFiles = { added: new Map(), unreadable: new Set() };
    await writeNewMedia(source, archive, files);
    const { named, ...tables } = await withDatabase((db) =>
      db.transaction(async (tx) => ({ ...(await writeTables(tx, archive)), named: await namedFiles(tx) }), {
        limit: dumpLimit,
        snapshot: true,
      }),
    );
    for (const key of named.keys()) if (!files.added.has(key)) await source.place(key);
    await writeNewMedia(source, archive, files);
    const misfits = misfitsOf(named, files);
    const key =
      logKeys &&
      (await archive.add(keyFile, Readable.from([Buffer.from(formatLogKeys(logKeys))]), { compress: true }));
    const media = {
      files: files.added.size,
      bytes: sum([...files.added.values()].map(({ bytes }) => bytes)),
    };
    const manifest: Manifest = {
      format: backupFormat,
      made_at: now.toISOString(),
      made_by: version,
      ...tables,
      media,
      ...(key && { log_key: key.sha256 }),
      ...(misfits.length > 0 && { misfits }),
    };
    await archive.add(manifestName, Readable.from([writeManifest(manifest)]), { compress: true });
    await archive.finish();
    return { rows: sum(tables.tables.map(({ rows }) => rows)), ...media, misfits };
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

/** The hash of each file that a row names. */
async function namedFiles(tx: Transaction): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ key: string; sha256: string }>(sql`
    select key, encode(sha256, 'hex') as sha256 from media where erased_at is null order by key`);
  return new Map(rows.map(({ key, sha256 }) => [key, sha256]));
}

interface WrittenFiles {
  readonly added: Map<string, Added>;
  /** Files that the disk could not read, or not completely. */
  readonly unreadable: Set<string>;
}

function misfitsOf(named: ReadonlyMap<string, string>, { added, unreadable }: WrittenFiles): Misfit[] {
  return [...named].flatMap(([key, sha256]): Misfit[] => {
    const file = added.get(key);
    if (unreadable.has(key)) return [{ key, problem: "unreadable" }];
    if (!file) return [{ key, problem: "missing" }];
    return file.sha256 === sha256 ? [] : [{ key, problem: "changed" }];
  });
}

/** Adds files that are not written yet; a file that was deleted between its listing and its turn is skipped. */
async function writeNewMedia(
  source: BackupMedia,
  archive: ArchiveWriter,
  { added, unreadable }: WrittenFiles,
): Promise<void> {
  const isNew = (key: string) => isMediaName(key) && !added.has(key) && !unreadable.has(key);
  for await (const keys of source.list()) {
    for (const key of keys.filter(isNew)) {
      const content = await untilFault(source.open(key), () => unreadable.add(key));
      // Images and videos do not get smaller.
      if (content) added.set(key, await archive.add(mediaFile(key), content, { compress: false }));
    }
  }
}

/** Reads a file as far as the disk allows: half an entry would make the whole archive unreadable. */
async function untilFault(opening: Promise<Readable | null>, onFault: () => void): Promise<Readable | null> {
  const unlessFault = (error: unknown) => {
    if (!isMachineFault(error)) throw error;
    onFault();
    return null;
  };
  const content = await opening.catch(unlessFault);
  if (!content) return null;
  async function* readable(source: Readable) {
    try {
      yield* source;
    } catch (error) {
      unlessFault(error);
    }
  }
  return Readable.from(readable(content));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
