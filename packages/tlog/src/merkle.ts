import { areEqual } from "./bytes.ts";
import { hashLength, tileWidth } from "./tiles.ts";

/**
 * The Merkle tree of RFC 6962 with its hashes in tiles of 256, as in C2SP tlog-tiles. Sizes and positions are whole
 * numbers below 2^53; shift operators would cut them to 32 bits, so arithmetic is used instead.
 */

/** SHA-256 over the parts, one after another. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

/** A tile's hashes, 32 bytes each; at least the first `width`, which are all that the tree has. */
export type TileReader = (level: number, index: number, width: number) => Promise<Uint8Array>;

export interface Tree {
  readonly size: number;
  readonly root: Uint8Array;
}

/** The root of a full subtree of 2^`height` leaves. */
export interface Subtree {
  readonly height: number;
  readonly hash: Uint8Array;
}

const tileHeight = 8;
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

/** The largest power of two that is smaller than `size`; `size` is at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

const half = (number: number): number => Math.floor(number / 2);

function hashAt(hashes: readonly Uint8Array[], at: number): Uint8Array {
  const hash = hashes[at];
  if (hash?.length !== hashLength) throw new Error("the tree lacks a hash");
  return hash;
}

/** Where a proof has led so far; the node `last` is the last one of its level. */
interface Climb {
  node: number;
  last: number;
}

function rise(at: Climb): void {
  at.node = half(at.node);
  at.last = half(at.last);
}

/** Past the levels on which the node is the last one and has no sibling. */
function riseToSibling(at: Climb): void {
  while (at.node % 2 === 0 && at.node !== 0) rise(at);
}

/** The tree over this hash function: docs/decisions/0013 says why it is passed in. */
export function createTree(sha256: Sha256) {
  const leafHash = (leaf: Uint8Array): Uint8Array => sha256(leafPrefix, leaf);
  const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(nodePrefix, left, right);
  /** The root of the tree without leaves. */
  const emptyRoot = sha256();

  /** The root over hashes that fill a whole subtree: their number is a power of two. */
  function foldHashes(hashes: readonly Uint8Array[]): Uint8Array {
    let row = hashes;
    while (row.length > 1) {
      const above: Uint8Array[] = [];
      for (let at = 0; at < row.length; at += 2) above.push(nodeHash(hashAt(row, at), hashAt(row, at + 1)));
      row = above;
    }
    return hashAt(row, 0);
  }

  /** Answers the root over the leaves from `start` to `end` of a tree. Each tile is read once. */
  function rangesOf(tiles: TileReader, size: number) {
    const known = new Map<string, Promise<Uint8Array>>();
    function tile(level: number, index: number): Promise<Uint8Array> {
      const name = `${level}/${index}`;
      const inLevel = Math.floor(size / tileWidth ** level);
      const read = known.get(name) ?? tiles(level, index, Math.min(tileWidth, inLevel - index * tileWidth));
      known.set(name, read);
      return read;
    }

    /** The root of the full subtree number `index` of 2^`height` leaves. */
    async function subtreeRoot(height: number, index: number): Promise<Uint8Array> {
      const width = 2 ** (height % tileHeight);
      const first = index * width;
      const bytes = await tile(Math.floor(height / tileHeight), Math.floor(first / tileWidth));
      const hashes = Array.from({ length: width }, (_, at) => {
        const from = ((first % tileWidth) + at) * hashLength;
        return bytes.subarray(from, from + hashLength);
      });
      return foldHashes(hashes);
    }

    return async function rangeRoot(start: number, end: number): Promise<Uint8Array> {
      const leaves = end - start;
      const height = Math.log2(leaves);
      if (Number.isInteger(height) && start % leaves === 0) return subtreeRoot(height, start / leaves);
      const middle = start + splitOf(leaves);
      return nodeHash(await rangeRoot(start, middle), await rangeRoot(middle, end));
    };
  }

  /** The root of `size` leaves. */
  const rootOf = async (tiles: TileReader, size: number): Promise<Uint8Array> =>
    size === 0 ? emptyRoot : rangesOf(tiles, size)(0, size);

  /** The hashes that lead from the leaf at `index` to the root of `size` leaves, the leaf's sibling first. */
  async function inclusionProof(tiles: TileReader, index: number, size: number): Promise<Uint8Array[]> {
    if (index < 0 || index >= size) throw new RangeError("no such leaf");
    const rangeRoot = rangesOf(tiles, size);
    const proof: Uint8Array[] = [];
    let [start, end] = [0, size];
    while (end - start > 1) {
      const middle = start + splitOf(end - start);
      const isLeft = index < middle;
      proof.push(await (isLeft ? rangeRoot(middle, end) : rangeRoot(start, middle)));
      if (isLeft) end = middle;
      else start = middle;
    }
    return proof.reverse();
  }

  /** The hashes that show that the tree of `size` leaves continues the one of `oldSize`; none if `oldSize` is 0. */
  async function consistencyProof(tiles: TileReader, oldSize: number, size: number): Promise<Uint8Array[]> {
    if (oldSize < 0 || oldSize > size) throw new RangeError("no such tree");
    if (oldSize === 0 || oldSize === size) return [];
    const rangeRoot = rangesOf(tiles, size);
    const proof: Uint8Array[] = [];
    let [start, end] = [0, size];
    while (end > oldSize) {
      const middle = start + splitOf(end - start);
      const isLeft = oldSize <= middle;
      proof.push(await (isLeft ? rangeRoot(middle, end) : rangeRoot(start, middle)));
      if (isLeft) end = middle;
      else start = middle;
    }
    if (start > 0) proof.push(await rangeRoot(start, end));
    return proof.reverse();
  }

  /** Whether `proof` leads from a leaf's hash to the root (RFC 9162, 2.1.3.2). */
  function includes(
    leaf: { readonly index: number; readonly hash: Uint8Array },
    tree: Tree,
    proof: readonly Uint8Array[],
  ): boolean {
    if (leaf.index < 0 || leaf.index >= tree.size) return false;
    const at = { node: leaf.index, last: tree.size - 1 };
    let { hash } = leaf;
    for (const sibling of proof) {
      if (at.last === 0) return false;
      if (at.node % 2 === 1 || at.node === at.last) {
        hash = nodeHash(sibling, hash);
        riseToSibling(at);
      } else {
        hash = nodeHash(hash, sibling);
      }
      rise(at);
    }
    return at.last === 0 && areEqual(hash, tree.root);
  }

  /**
   * Whether `tree` continues `old` (RFC 9162, 2.1.4.2). null: `proof` does not lead to the root of `tree`, so it shows
   * neither.
   */
  function continues(old: Tree, tree: Tree, proof: readonly Uint8Array[]): boolean | null {
    if (old.size > tree.size) return false;
    if (old.size === 0 || old.size === tree.size) {
      return proof.length > 0 ? null : areEqual(old.root, old.size === 0 ? emptyRoot : tree.root);
    }
    const isPowerOfTwo = Number.isInteger(Math.log2(old.size));
    const [first, ...rest] = isPowerOfTwo ? [old.root, ...proof] : proof;
    if (!first) return null;
    const at = { node: old.size - 1, last: tree.size - 1 };
    while (at.node % 2 === 1) rise(at);
    let [before, now] = [first, first];
    for (const hash of rest) {
      if (at.last === 0) return null;
      if (at.node % 2 === 1 || at.node === at.last) {
        before = nodeHash(hash, before);
        now = nodeHash(hash, now);
        riseToSibling(at);
      } else {
        now = nodeHash(now, hash);
      }
      rise(at);
    }
    return at.last === 0 && areEqual(now, tree.root) ? areEqual(before, old.root) : null;
  }

  /** Appends a leaf to a tree that is kept as the roots of its full subtrees, the largest first. */
  function append(subtrees: Subtree[], leaf: Uint8Array): void {
    let last: Subtree = { height: 0, hash: leaf };
    for (let left = subtrees.at(-1); left?.height === last.height; left = subtrees.at(-1)) {
      subtrees.pop();
      last = { height: last.height + 1, hash: nodeHash(left.hash, last.hash) };
    }
    subtrees.push(last);
  }

  /** The root of a tree that is kept so. */
  function rootOfSubtrees(subtrees: readonly Subtree[]): Uint8Array {
    const [last, ...larger] = subtrees.toReversed();
    return last ? larger.reduce((root, { hash }) => nodeHash(hash, root), last.hash) : emptyRoot;
  }

  return {
    emptyRoot,
    leafHash,
    foldHashes,
    rootOf,
    inclusionProof,
    consistencyProof,
    includes,
    continues,
    append,
    rootOfSubtrees,
  };
}
