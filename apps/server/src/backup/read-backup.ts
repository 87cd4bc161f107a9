import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { StringDecoder } from "node:string_decoder";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../db/database.ts";
import { listTables } from "../db/dump.ts";
import { refusalOf } from "../db/errors.ts";
import { loading, loadTable, setSequences } from "../db/load.ts";
import { migrate, migrateWithin, problemOfApplied } from "../db/migrate.ts";
import { readFolder } from "../modules/media/store/folder-store.ts";
import { type FileFacts, isMediaName } from "../modules/media/store/media-store.ts";
import type { KnownHead } from "../verification/ledger/known-heads.ts";
import { inWords, type Verification, verifyLedger } from "../verification/ledger/ledger-verifier.ts";
import { type ArchiveReader, hashing, openArchive } from "./archive-reader.ts";
import { BadBackup, type Manifest, misfitLines, readManifest } from "./manifest.ts";
import { writeMedia } from "./media-folder.ts";
import { manifestName, mediaFile, tableFile } from "./write-backup.ts";

export interface OpenBackup {
  readonly archive: ArchiveReader;
  readonly manifest: Manifest;
}

const loadLimit = 24 * 60 * 60 * 1000;

/**
 * @param partial whether files that did not match their rows when it was made may be missing
 * @throws BadBackup if it is not a backup, is incomplete, was made by a newer version, or lacks files that may not be
 * missing.
 */
export async function openBackup(path: string, { partial }: { partial: boolean }): Promise<OpenBackup> {
  const archive = await openArchive(path);
  try {
    const manifest = readManifest(await text(await archive.open(manifestName)));
    const problem = await problemOfApplied(manifest.migrations);
    if (problem !== null) throw new BadBackup(problem);
    const { misfits = [] } = manifest;
    if (misfits.length > 0 && !partial) {
      const summary = `${misfits.length} stored files were missing or damaged when it was made. --partial restores the rest:`;
      throw new BadBackup([summary, ...misfitLines(misfits)].join("\n"));
    }
    return { archive, manifest };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/** A file of a verified backup, in the folder into which it was loaded. */
export interface LoadedFile extends FileFacts {
  readonly key: string;
}

interface Target {
  readonly db: Database;
  readonly mediaDir: string;
  /** Heads of the ledger to compare with the backup's ledger. */
  readonly known: readonly KnownHead[];
  /** Called when everything is checked, before `place`; if it throws, nothing is restored. */
  guard?(tx: Transaction): Promise<void>;
  /** Moves the media elsewhere once everything is checked; the tables are committed after it. */
  place?(files: readonly LoadedFile[]): Promise<void>;
}

/**
 * Loads a backup into a database without tables and a folder without media, migrates it to this version, and checks
 * everything that can be checked: each table's hash, each file's hash, all foreign keys, the whole ledger.
 * @throws BadBackup naming the first thing that does not match
 */
export async function loadBackup(
  { archive, manifest }: OpenBackup,
  { db, mediaDir, known, guard, place }: Target,
): Promise<Verification> {
  await migrate(db, { until: manifest.migrations.at(-1) });
  const missing = new Set((manifest.misfits ?? []).map(({ key }) => key));
  const files = await loadMedia(archive, mediaDir, manifest);
  for (const key of missing) {
    await rm(join(mediaDir, key), { force: true });
    files.delete(key);
  }
  const verification = await db.transaction(
    async (tx) => {
      await expectTables(tx, manifest);
      await refusingWhatDoesNotFit(async () => {
        await loading(tx, () => loadTables(tx, archive, manifest));
        await setSequences(tx, manifest.sequences);
      });
      await migrateWithin(tx);
      await rebuildSearch(tx);
      const checked = await checkMedia(tx, files, missing);
      const found = await verifyLedger(tx, readFolder(mediaDir), { known, missing });
      if (found.flaw) throw new BadBackup(`its ledger is not correct: ${inWords(found.flaw)}`);
      await guard?.(tx);
      await place?.(checked);
      return found;
    },
    { limit: loadLimit },
  );
  await db.maintain("analyze");
  return verification;
}

/** The list's own hash does not prove it complete: a table missing from it would stay empty unnoticed. */
async function expectTables(tx: Transaction, { tables }: Manifest): Promise<void> {
  const listed = tables.map(({ name }) => name).sort();
  const expected = (await listTables(tx)).sort();
  const absent = expected.find((name) => !listed.includes(name));
  if (absent !== undefined) throw new BadBackup(`the table ${absent} is missing`);
  const unknown = listed.find((name, index) => name !== expected[index]);
  if (unknown !== undefined) throw new BadBackup(`the table ${unknown} does not belong in it`);
}

/** Values, constraints and names: if PostgreSQL refuses one, the backup is wrong, and PostgreSQL's message says how. */
const misfit = /^(22|23|42)/;

async function refusingWhatDoesNotFit(load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || !misfit.test(refusal.code ?? "")) throw error;
    const { table, message, detail } = refusal;
    const where = table ? `the table ${table} is not correct: ` : "";
    throw new BadBackup(`${where}${message}${detail ? ` (${detail})` : ""}`, { cause: error });
  }
}

async function loadTables(tx: Transaction, archive: ArchiveReader, { tables }: Manifest): Promise<void> {
  for (const { name, rows, sha256 } of tables) {
    let hash = "";
    const content = hashing(await archive.open(tableFile(name)), (end) => {
      hash = end;
    });
    const loaded = await loadTable(tx, name, lines(content));
    if (hash !== sha256 || loaded !== rows) throw new BadBackup(`the table ${name} has been changed`);
  }
}

/** Search words are made with the dictionaries of the database, which differ between PostgreSQL's versions. */
async function rebuildSearch(tx: Transaction): Promise<void> {
  // No reader has an answer yet that would have to be dropped.
  await tx.execute(sql`alter table content disable trigger user`);
  await tx.execute(sql`
    update content set published_search = published_search_of(title, body, language) || spoken_search_of(revisions.id)
    from revisions where revisions.id = content.published_revision_id`);
  await tx.execute(sql`
    update caption_words set words = search_vector(cues -> place ->> 2, caption_language(language))
    from captions where captions.media_key = caption_words.media_key`);
  await tx.execute(sql`alter table content enable trigger user`);
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
    if (!isMediaName(key)) throw new BadBackup(`${name} is not a valid file name`);
    const content = hashing(await archive.open(name), (hash) => hashes.set(key, hash));
    await writeMedia(directory, key, content);
  }
  if (hashes.size !== media.files)
    throw new BadBackup(`it contains only ${hashes.size} of ${media.files} files`);
  return hashes;
}

/** @returns the files that the tables name; any others are unused. */
async function checkMedia(
  tx: Transaction,
  files: ReadonlyMap<string, string>,
  missing: ReadonlySet<string>,
): Promise<LoadedFile[]> {
  const { rows } = await tx.execute<{ key: string; sha256: string; bytes: string; type: string }>(sql`
    select key, encode(sha256, 'hex') as sha256, bytes, type from media where erased_at is null`);
  const present = rows.filter(({ key }) => !missing.has(key));
  return present.map(({ key, sha256, bytes, type }) => {
    const found = files.get(key);
    if (found !== sha256) throw new BadBackup(`the file ${key} ${found ? "was changed" : "is missing"}`);
    return { key, sha256: Buffer.from(sha256, "hex"), bytes: Number(bytes), type };
  });
}

/** Splits text at line feeds only: other readers also split at U+2028, which JSON does not escape. */
async function* lines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const chunk of content) {
    const parts = (rest + decoder.write(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
}
