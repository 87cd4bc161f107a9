import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { areEqual } from "@cairn/tlog";
import type { Queries } from "../../db/database.ts";
import { cuesIn } from "../../lib/captions.ts";
import { isArticleHtml as isMadeHere } from "../../lib/markdown.ts";
import { picturesIn } from "../../lib/picture-marks.ts";
import { transcriptOf } from "../../modules/captions/captions.repository.ts";
import { genesisHash } from "../../modules/ledger/ledger-hash.ts";
import { storedTile } from "../../modules/ledger/log/log.repository.ts";
import { hashRevision } from "../../modules/ledger/revision-hash.ts";
import type { MediaReader } from "../../modules/media/store/media-store.ts";
import { type ChainEntry, createChainCheck, itemOf, mergeEntries } from "./chain-check.ts";
import { createFileCheck } from "./file-check.ts";
import { problemOfItem } from "./item-in-force.ts";
import type { Head, KnownHead, KnownRoot } from "./known-heads.ts";
import {
  countErased,
  itemsToVerify,
  leavesToVerify,
  type RowToVerify,
  rowsToVerify,
  rowWithoutLeaf,
  undecidedRevisions,
} from "./verification.repository.ts";

/** Rows read at a time with their texts; this bounds memory use. */
const batch = 50;
const itemBatch = 100;

export interface Verification {
  readonly rows: number;
  readonly files: number;
  /**
   * Number of files that their authors withdrew before any decision about them: their rows stay, their bytes are gone.
   */
  readonly erased: number;
  /** The newest row, whose hash should be kept elsewhere; null if the ledger is empty. */
  readonly head: Head | null;
  /** Earlier heads and signed roots that were compared and that the ledger still has. */
  readonly held: readonly Pick<KnownHead, "seq" | "origin">[];
  /** The first mismatch; null if there is none. */
  readonly flaw: Flaw | null;
}

export interface Flaw {
  /** The row with the mismatch; null if the mismatch is not in a row. */
  readonly seq: number | null;
  /** null if it is unknown which item the row is about. */
  readonly contentId: number | null;
  readonly problem: string;
}

/** Describes where the mismatch is and what it is. */
export function inWords({ seq, contentId, problem }: Flaw): string {
  const item = `item ${contentId}`;
  if (seq === null) return `${item}: ${problem}`;
  return `row ${seq}${contentId === null ? "" : ` (${item})`}: ${problem}`;
}

export interface VerifyOptions {
  /** Earlier heads of the ledger: a chain alone cannot show that its end was cut off. */
  readonly known?: readonly KnownHead[];
  /** Signed roots of the log, as far as it is the log of these rows. */
  readonly signed?: readonly KnownRoot[];
  /** Files known to be missing; everything else is still checked. */
  readonly missing?: ReadonlySet<string>;
  /** Whether the HTML is what Cairn renders from its source. */
  readonly isArticleHtml?: (source: string, html: string) => boolean | Promise<boolean>;
}

type Checked = Pick<RowToVerify, "revision" | "authorId" | "media" | "poster">;

/**
 * Compares everything that readers get with the decisions in force, and stops at the first mismatch. Checks the chain
 * from its first row, with the revision and files that each row quotes, then the undecided revisions, then every item.
 */
export async function verifyLedger(
  db: Queries,
  media: MediaReader,
  { known = [], signed = [], missing = new Set(), isArticleHtml = isMadeHere }: VerifyOptions = {},
): Promise<Verification> {
  const files = createFileCheck(media, missing);
  const held: Pick<KnownHead, "seq" | "origin">[] = [];
  let head: Head = { seq: 0, hash: genesisHash.toString("hex"), contentId: null };

  async function problemOfText({ revision }: Checked): Promise<string | null> {
    if (!revision) return null;
    if (!(await isArticleHtml(revision.body, revision.bodyHtml))) {
      return `the page of revision ${revision.number} differs from its text`;
    }
    const known = new Set(revision.pictures.map(({ key }) => key));
    const other = picturesIn(revision.bodyHtml).find(({ key }) => !known.has(key));
    return other
      ? `revision ${revision.number} shows the picture ${other.key}, which it does not have`
      : null;
  }

  async function flawOfChain(): Promise<Flaw | null> {
    const chain = createChainCheck((level, index) => storedTile(db, level, index));
    while (true) {
      const leaves = await leavesToVerify(db, head.seq, batch);
      // Not beyond the leaves: a row that is appended meanwhile would seem to lack its leaf.
      const until = leaves.at(-1)?.seq ?? head.seq;
      const rows = await rowsToVerify(db, { after: head.seq, until, limit: batch });
      const found = mergeEntries(rows, leaves, batch);
      for (const entry of found) {
        const { seq, hash, row } = entry;
        const contentId = itemOf(entry);
        const problem =
          (await chain.problemOf(entry)) ??
          problemOfKnown(entry) ??
          (await problemOfSigned(seq, chain.root)) ??
          (row && (await problemOfDecided(row)));
        if (problem) return { seq, contentId, problem };
        head = { seq, hash: hash.toString("hex"), contentId };
      }
      if (found.length < batch) break;
    }
    const stray = await rowWithoutLeaf(db, head.seq);
    if (stray) return { ...stray, problem: "its leaf in the log is missing" };
    const problem = await chain.problemOfEnd();
    if (problem) return { seq: head.seq, contentId: head.contentId, problem };
    const lost = [...known, ...signed].find(({ seq }) => seq > head.seq);
    if (!lost) return null;
    const { seq, origin } = lost;
    return {
      seq,
      contentId: null,
      problem: `it is missing: the ledger ends at row ${head.seq}, but row ${seq} is ${origin}`,
    };
  }

  const problemOfDecided = async (row: RowToVerify): Promise<string | null> =>
    problemOfRevision(row) ??
    (await problemOfText(row)) ??
    (await files.problemOf(row.media)) ??
    (await files.problemOf(row.poster)) ??
    (await problemOfFiles(row)) ??
    (await problemOfTranscripts(row));

  async function problemOfFiles({ revision }: RowToVerify): Promise<string | null> {
    for (const file of [...(revision?.pictures ?? []), ...(revision?.captions ?? [])]) {
      const problem = await files.problemOf(file);
      if (problem) return problem;
    }
    return null;
  }

  /** Transcripts are what the files of captions say. */
  async function problemOfTranscripts({ revision }: RowToVerify): Promise<string | null> {
    for (const { key, language, cues } of revision?.captions ?? []) {
      const content = missing.has(key) ? null : await media.open(key);
      if (content === null) continue;
      const said = cuesIn(await buffer(content)) ?? [];
      const stored = await transcriptOf(db, key);
      const isSame = cues === said.length && isDeepStrictEqual(stored, said);
      if (!isSame)
        return `the transcript in ${language} of revision ${revision?.number} differs from its captions`;
    }
    return null;
  }

  function problemOfKnown({ seq, hash }: ChainEntry): string | null {
    const here = known.filter((one) => one.seq === seq);
    const isSame = (one: KnownHead) => hash.toString("hex") === one.hash;
    held.push(...here.filter(isSame));
    const other = here.find((one) => !isSame(one));
    return other ? `its hash differs from ${other.origin}` : null;
  }

  async function problemOfSigned(seq: number, rootNow: () => Promise<Uint8Array | null>) {
    const here = signed.filter((one) => one.seq === seq);
    const root = here.length > 0 ? await rootNow() : null;
    if (here.some((one) => !root || !areEqual(one.root, root))) {
      return "the rows up to it differ from those that were signed";
    }
    held.push(...here);
    return null;
  }

  async function flawOfUndecided(): Promise<Flaw | null> {
    for (let last = 0; ; ) {
      const found = await undecidedRevisions(db, last, batch);
      for (const waiting of found) {
        const { revision, id } = waiting;
        const isTrue = hashOf(waiting)?.equals(revision.hash);
        const problem = isTrue
          ? await problemOfText(waiting)
          : `revision ${revision.number} differs from what its author wrote`;
        if (problem) return { seq: null, contentId: revision.contentId, problem };
        last = id;
      }
      if (found.length < batch) return null;
    }
  }

  async function flawOfItems(): Promise<Flaw | null> {
    for (let last = 0; ; ) {
      const found = await itemsToVerify(db, last, itemBatch);
      for (const item of found) {
        const problem = problemOfItem(item);
        if (problem) return { seq: null, contentId: item.id, problem };
        last = item.id;
      }
      if (found.length < itemBatch) return null;
    }
  }

  const flaw = (await flawOfChain()) ?? (await flawOfUndecided()) ?? (await flawOfItems());
  return {
    rows: head.seq,
    files: files.count(),
    erased: await countErased(db),
    head: head.seq === 0 ? null : head,
    held,
    flaw,
  };
}

/** null if a revision, its item or a file's row is missing. */
function hashOf({ revision, authorId, media, poster }: Checked): Buffer | null {
  if (!revision || authorId === null) return null;
  if ((revision.mediaKey !== null && !media) || (revision.posterKey !== null && !poster)) return null;
  const files = { mediaSha256: media?.sha256 ?? null, posterSha256: poster?.sha256 ?? null };
  return hashRevision({ ...revision, ...files, authorId });
}

function problemOfRevision(row: RowToVerify): string | null {
  const { revision, media, authorId } = row;
  if (!revision || authorId === null) return "its revision is missing";
  if (revision.contentId !== row.contentId || revision.number !== row.revisionNumber) {
    return "its revision is a different one";
  }
  const hash = hashOf(row);
  if (!hash) return `a file of revision ${row.revisionNumber} is not known`;
  if (!hash.equals(row.revisionHash) || !hash.equals(revision.hash)) {
    return `revision ${row.revisionNumber} differs from what was decided`;
  }
  const sameMedia = row.mediaHash ? media?.sha256.equals(row.mediaHash) : !media;
  return sameMedia ? null : `revision ${row.revisionNumber} has a different file from the decided one`;
}
