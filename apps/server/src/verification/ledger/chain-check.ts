import { foldHashes, leafHash, rootOf } from "@cairn/node";
import { tileWidth } from "@cairn/tlog";
import { commitTo, genesisHash, hashLeaf, leafOf, leafVersion } from "../../modules/ledger/ledger-hash.ts";
import type { RowToVerify } from "./verification.repository.ts";

/** A row of the chain: its leaf, and the decision that it is; null if it is none. */
export interface ChainEntry {
  readonly seq: number;
  readonly hash: Buffer;
  /** null: the row's leaf is missing. */
  readonly leaf: string | null;
  readonly row: RowToVerify | null;
}

/** Merges rows and leaves, both in order and each the first `limit` after some row, into the first `limit` entries. */
export function mergeEntries(
  rows: readonly RowToVerify[],
  leaves: readonly { readonly seq: number; readonly leaf: string; readonly hash: Buffer }[],
  limit: number,
): ChainEntry[] {
  const rowOf = new Map(rows.map((row) => [row.seq, row]));
  const leafOfSeq = new Map(leaves.map((leaf) => [leaf.seq, leaf]));
  const numbers = [...new Set([...rowOf.keys(), ...leafOfSeq.keys()])].sort((one, other) => one - other);
  return numbers.slice(0, limit).map((seq) => {
    const row = rowOf.get(seq) ?? null;
    const leaf = leafOfSeq.get(seq);
    return { seq, row, leaf: leaf?.leaf ?? null, hash: leaf?.hash ?? row?.hash ?? genesisHash };
  });
}

/** The item that an entry is about; null if it is about none. */
export function itemOf({ row, leaf }: ChainEntry): number | null {
  const said = leaf === null ? null : readLeaf(leaf)?.content;
  return row?.contentId ?? (typeof said === "number" ? said : null);
}

type StoredTile = (level: number, index: number) => Promise<Buffer | null>;

/**
 * Checks a chain entry by entry: numbers, links, hashes, leaves and reasons, and that the tiles which are served are
 * made of these leaves.
 */
export function createChainCheck(tiles: StoredTile) {
  let before: { seq: number; hash: Buffer } = { seq: 0, hash: genesisHash };
  const levels: { index: number; hashes: Uint8Array[] }[] = [];

  async function problemOfTile(level: number): Promise<string | null> {
    const tile = levels[level];
    if (!tile || tile.hashes.length === 0) return null;
    const made = Buffer.concat(tile.hashes);
    const stored = await tiles(level, tile.index);
    // Rows that were added meanwhile may be in it.
    if (stored?.subarray(0, made.length).equals(made)) return null;
    return `tile ${tile.index} of level ${level} is not made of the rows up to this one`;
  }

  async function enterTiles(hash: Uint8Array): Promise<string | null> {
    let entering = hash;
    for (let level = 0; ; level += 1) {
      levels[level] ??= { index: 0, hashes: [] };
      const tile = levels[level];
      tile?.hashes.push(entering);
      if (!tile || tile.hashes.length < tileWidth) return null;
      const problem = await problemOfTile(level);
      if (problem) return problem;
      entering = foldHashes(tile.hashes);
      levels[level] = { index: tile.index + 1, hashes: [] };
    }
  }

  function problemOfNote(leaf: string, seq: number): string | null {
    const said = readLeaf(leaf);
    if (said?.v !== leafVersion || said.seq !== seq) return "its leaf cannot be read";
    return said.previous === before.hash.toString("hex")
      ? null
      : "it does not name the hash of the row before";
  }

  function problemOfEntry({ seq, hash, leaf, row }: ChainEntry): string | null {
    if (row === null) {
      if (leaf === null || !hashLeaf(leaf).equals(hash)) return "its hash is not the hash of what it says";
      return problemOfNote(leaf, seq);
    }
    if (!row.previousHash.equals(before.hash)) return "it does not name the hash of the row before";
    if (row.reviewerSalt === null && !row.isReviewerErased)
      return "its reviewer's salt is destroyed, and the reviewer's account is not erased";
    const said = leafOf(row);
    if (!hashLeaf(said).equals(row.hash)) return "its hash is not the hash of what it says";
    if (leaf === null) return "its leaf in the log is missing";
    if (said !== leaf || !hash.equals(row.hash)) return "its leaf in the log is not what it says";
    return problemOfReason(row);
  }

  return {
    async problemOf(entry: ChainEntry): Promise<string | null> {
      const { seq, hash, leaf, row } = entry;
      const isLost = row === null && leaf !== null && readLeaf(leaf)?.decision !== undefined;
      if (seq !== before.seq + 1 || isLost) return `row ${before.seq + 1} is missing`;
      const problem = problemOfEntry(entry);
      if (problem) return problem;
      before = { seq, hash };
      return leaf === null ? null : enterTiles(leafHash(Buffer.from(leaf)));
    },

    /** The root of the log's tree over all entries so far, at least one; null if they have no leaves. */
    root: (): Promise<Uint8Array | null> =>
      rootOf(async (level) => Buffer.concat(levels[level]?.hashes ?? []), before.seq).catch(() => null),

    /** The problem of the tiles at the end of the chain; null if there is none. */
    async problemOfEnd(): Promise<string | null> {
      for (const level of levels.keys()) {
        const problem = await problemOfTile(level);
        if (problem) return problem;
      }
      return null;
    },
  };
}

function problemOfReason({ reason, salt, reasonCommitment }: RowToVerify): string | null {
  if (reason === null) return null;
  const isTrue = salt && reasonCommitment && commitTo(salt, reason).equals(reasonCommitment);
  return isTrue ? null : "its reason does not match its hash";
}

function readLeaf(leaf: string): Record<string, unknown> | null {
  try {
    return JSON.parse(leaf) as Record<string, unknown>;
  } catch {
    return null;
  }
}
