import { mkdir } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/database.ts";
import { loading, loadTable, setSequences } from "../db/load.ts";
import { knownMigrations, migrate } from "../db/migrate.ts";
import { type Verification, verifyLedger } from "../modules/ledger/ledger-verifier.ts";
import { readFolder } from "../modules/media/store/folder-store.ts";
import { type FileFacts, isMediaName } from "../modules/media/store/media-store.ts";
import { type ArchiveReader, hashing, openArchive } from "./archive-reader.ts";
import { lines } from "./lines.ts";
import { BadBackup, type Manifest, readManifest } from "./manifest.ts";
import { writeMedia } from "./media-folder.ts";
import { manifestName, mediaFile, tableFile } from "./write-backup.ts";

export interface OpenBackup {
  readonly archive: ArchiveReader;
  readonly manifest: Manifest;
}

const loadLimit = 24 * 60 * 60 * 1000;

/** @throws BadBackup when it is no backup, not whole, or made by a newer version. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const archive = await openArchive(path);
  try {
    const manifest = readManifest(await text(await archive.open(manifestName)));
    const known = await knownMigrations();
    const foreign = manifest.migrations.find((name, index) => known[index] !== name);
    if (foreign !== undefined) {
      throw new BadBackup(`it was made with ${foreign}, which this version of Cairn does not have`);
    }
    return { archive, manifest };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** A file of a backup that was checked, in the folder into which it was loaded. */
export interface LoadedFile extends FileFacts {
  readonly key: string;
}

interface Target {
  readonly db: Database;
  readonly mediaDir: string;
  /** Takes the media elsewhere once everything is checked; the tables are committed after it. */
  place?(files: readonly LoadedFile[]): Promise<void>;
}

/**
 * Loads a backup into a database without tables and a folder without media, checks everything that can be checked
 * (each table's hash, each file's hash, all foreign keys, the whole ledger), and brings it up to this version.
 * @throws BadBackup naming the first thing that does not fit
 */
export async function loadBackup(
  { archive, manifest }: OpenBackup,
  { db, mediaDir, place }: Target,
): Promise<Verification> {
  await migrate(db, { until: manifest.migrations.at(-1) });
  const files = await loadMedia(archive, mediaDir, manifest);
  const verification = await db.transaction(
    async (tx) => {
      await loading(tx, () => loadTables(tx, archive, manifest));
      await setSequences(tx, manifest.sequences);
      const checked = await checkMedia(tx, files);
      const found = await verifyLedger(tx, readFolder(mediaDir));
      if (found.flaw) throw new BadBackup(`its ledger does not fit: ${found.flaw.problem}`);
      await place?.(checked);
      return found;
    },
    { limit: loadLimit },
  );
  await migrate(db);
  await db.maintain("analyze");
  return verification;
}

async function loadTables(tx: Transaction, archive: ArchiveReader, { tables }: Manifest): Promise<void> {
  for (const { name, rows, sha256 } of tables) {
    let hash = "";
    const content = hashing(await archive.open(tableFile(name)), (end) => {
      hash = end;
    });
    const loaded = await loadTable(tx, name, lines(content));
    if (hash !== sha256 || loaded !== rows) throw new BadBackup(`the table ${name} is not as it was made`);
  }
}

/** @returns each file's hash. */
async function loadMedia(
  archive: ArchiveReader,
  directory: string,
  { media }: Manifest,
): Promise<Map<string, string>> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const hashes = new Map<string, string>();
  const prefix = mediaFile("");
  for (const name of archive.names.filter((known) => known.startsWith(prefix))) {
    const key = name.slice(prefix.length);
    if (!isMediaName(key)) throw new BadBackup(`${name} is no name of a medium`);
    const content = hashing(await archive.open(name), (hash) => hashes.set(key, hash));
    await writeMedia(directory, key, content);
  }
  if (hashes.size !== media.files) throw new BadBackup(`it has ${hashes.size} of ${media.files} media`);
  return hashes;
}

/** @returns the files that the tables name; what else there is belongs to nobody. */
async function checkMedia(tx: Transaction, files: ReadonlyMap<string, string>): Promise<LoadedFile[]> {
  const { rows } = await tx.execute<{ key: string; sha256: string; bytes: string; type: string }>(sql`
    select key, encode(sha256, 'hex') as sha256, bytes, type from media where erased_at is null`);
  return rows.map(({ key, sha256, bytes, type }) => {
    const found = files.get(key);
    if (found !== sha256) throw new BadBackup(`the file ${key} ${found ? "was changed" : "is missing"}`);
    return { key, sha256: Buffer.from(sha256, "hex"), bytes: Number(bytes), type };
  });
}
