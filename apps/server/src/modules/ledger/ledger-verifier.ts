import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import type { Queries } from "../../db/database.ts";
import type { MediaReader } from "../media/store/media-store.ts";
import { genesisHash, hashEntry } from "./ledger-hash.ts";
import { hashRevision } from "./revision-hash.ts";
import { type RowToVerify, rowsToVerify, unapprovedItems } from "./verification.repository.ts";

/** Rows read at a time: what bounds the memory, with the longest texts about 5 MB. */
const batch = 100;
/** Files that several rows quote are read once while they are among the latest so many. */
const rememberedFiles = 1_000;

export interface Verification {
  readonly rows: number;
  readonly files: number;
  /** Files that their authors took back before anybody decided about them: their rows stay, their bytes are gone. */
  readonly erased: number;
  /** The newest row's hash, to be kept elsewhere; null when the ledger is empty. */
  readonly head: { readonly seq: number; readonly hash: string } | null;
  /** The first thing that does not fit; null when everything does. */
  readonly flaw: Flaw | null;
}

export interface Flaw {
  /** The row that does not fit; null where something stands without a row. */
  readonly seq: number | null;
  readonly contentId: number;
  readonly problem: string;
}

/** Walks the chain from its first row and stops at the first that does not fit. */
export async function verifyLedger(db: Queries, media: MediaReader): Promise<Verification> {
  const files = createFileCheck(media);
  let rows = 0;
  let seq = 0;
  let previous: Buffer = genesisHash;
  const result = (flaw: Flaw | null): Verification => ({
    rows,
    ...files.counts(),
    head: rows === 0 ? null : { seq, hash: previous.toString("hex") },
    flaw,
  });
  while (true) {
    const found = await rowsToVerify(db, seq, batch);
    for (const row of found) {
      const problem =
        problemOfRow(row, seq, previous) ??
        problemOfRevision(row) ??
        (await files.problemOf(row, "media")) ??
        (await files.problemOf(row, "poster"));
      if (problem) return result({ seq: row.seq, contentId: row.contentId, problem });
      rows += 1;
      seq = row.seq;
      previous = row.hash;
    }
    if (found.length < batch) break;
  }
  const [contentId] = await unapprovedItems(db);
  if (contentId === undefined) return result(null);
  return result({ seq: null, contentId, problem: "the item is public without an approving row" });
}

function problemOfRow(row: RowToVerify, lastSeq: number, previous: Buffer): string | null {
  if (row.seq !== lastSeq + 1) return `row ${lastSeq + 1} is missing`;
  if (!row.previousHash.equals(previous)) return "it does not name the hash of the row before";
  if (!hashEntry(row).equals(row.hash)) return "its hash is not the hash of what it says";
  return null;
}

function problemOfRevision({ revision, media, poster, ...row }: RowToVerify): string | null {
  const { authorId } = row;
  if (!revision || authorId === null) return "its revision is missing";
  if (revision.contentId !== row.contentId || revision.number !== row.revisionNumber) {
    return "its revision is another one";
  }
  if ((row.mediaKey !== null && !media) || (row.posterKey !== null && !poster)) {
    return `a file of revision ${row.revisionNumber} is not known`;
  }
  const facts = {
    ...revision,
    authorId,
    mediaSha256: media?.sha256 ?? null,
    posterSha256: poster?.sha256 ?? null,
  };
  const hash = hashRevision(facts);
  if (!hash.equals(row.revisionHash) || !hash.equals(revision.hash)) {
    return `revision ${row.revisionNumber} does not say what was decided about`;
  }
  const sameMedia = row.mediaHash ? media?.sha256.equals(row.mediaHash) : !media;
  return sameMedia ? null : `revision ${row.revisionNumber} has another file than was decided about`;
}

function createFileCheck(media: MediaReader) {
  const hashes = new LRUCache<string, Buffer>({ max: rememberedFiles });
  let files = 0;
  let erased = 0;

  /** null where there is no such file. */
  async function hashOf(key: string): Promise<Buffer | null> {
    const known = hashes.get(key);
    if (known) return known;
    const content = await media.open(key);
    if (content === null) return null;
    const hash = createHash("sha256");
    await pipeline(content, hash);
    const bytes = hash.digest();
    hashes.set(key, bytes);
    files += 1;
    return bytes;
  }

  return {
    counts: () => ({ files, erased }),

    async problemOf(row: RowToVerify, which: "media" | "poster"): Promise<string | null> {
      const file = row[which];
      if (!file) return null;
      if (file.erasedAt) {
        erased += 1;
        return null;
      }
      const hash = await hashOf(file.key);
      if (hash === null) return `the file ${file.key} is missing`;
      return hash.equals(file.sha256) ? null : `the file ${file.key} is not the one that was decided about`;
    },
  };
}
