import { createHash } from "node:crypto";

/**
 * The Merkle tree of RFC 6962 with its hashes in tiles of 256, as in C2SP tlog-tiles. Sizes and positions are whole
 * numbers below 2^53; shift operators would cut them to 32 bits, so arithmetic is used instead.
 */
export const tileWidth = 256;
const tileHeight = 8;
export const hashLength = 32;

/** A tile's hashes, 32 bytes each, as far as they exist. */
export type TileReader = (level: number, index: number) => Promise<Buffer>;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafPrefix = Buffer.from([0]);
const nodePrefix = Buffer.from([1]);

export const leafHash = (leaf: Uint8Array): Buffer => sha256(leafPrefix, leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodePrefix, left, right);
/** The root of the tree without leaves. */
export const emptyRoot = sha256();

/** The root over hashes that fill a whole subtree: their number is a power of two. */
export function foldHashes(hashes: readonly Buffer[]): Buffer {
  let row = [...hashes];
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < row.length; at += 2) above.push(nodeHash(hashAt(row, at), hashAt(row, at + 1)));
    row = above;
  }
  return hashAt(row, 0);
}

function hashAt(hashes: readonly Buffer[], at: number): Buffer {
  const hash = hashes[at];
  if (hash?.length !== hashLength) throw new Error("the tree lacks a hash");
  return hash;
}

/** The largest power of two that is smaller than `size`; `size` is at least 2. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** The root of `size` leaves. */
export const rootOf = async (tiles: TileReader, size: number): Promise<Buffer> =>
  size === 0 ? emptyRoot : rangeRoot(remembering(tiles), 0, size);

/** The hashes that lead from the leaf at `index` to the root of `size` leaves, the leaf's sibling first. */
export async function inclusionProof(tiles: TileReader, index: number, size: number): Promise<Buffer[]> {
  if (index < 0 || index >= size) throw new RangeError("no such leaf");
  const read = remembering(tiles);
  const proof: Buffer[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    const isLeft = index < middle;
    proof.push(await (isLeft ? rangeRoot(read, middle, end) : rangeRoot(read, start, middle)));
    if (isLeft) end = middle;
    else start = middle;
  }
  return proof.reverse();
}

/** The hashes that show that the tree of `size` leaves continues the one of `oldSize`; none if `oldSize` is 0. */
export async function consistencyProof(tiles: TileReader, oldSize: number, size: number): Promise<Buffer[]> {
  if (oldSize < 0 || oldSize > size) throw new RangeError("no such tree");
  if (oldSize === 0 || oldSize === size) return [];
  const read = remembering(tiles);
  const proof: Buffer[] = [];
  let [start, end] = [0, size];
  while (end > oldSize) {
    const middle = start + splitOf(end - start);
    const isLeft = oldSize <= middle;
    proof.push(await (isLeft ? rangeRoot(read, middle, end) : rangeRoot(read, start, middle)));
    if (isLeft) end = middle;
    else start = middle;
  }
  if (start > 0) proof.push(await rangeRoot(read, start, end));
  return proof.reverse();
}

/** One proof asks for the same tile several times. */
function remembering(tiles: TileReader): TileReader {
  const known = new Map<string, Promise<Buffer>>();
  return (level, index) => {
    const name = `${level}/${index}`;
    const tile = known.get(name) ?? tiles(level, index);
    known.set(name, tile);
    return tile;
  };
}

async function rangeRoot(tiles: TileReader, start: number, end: number): Promise<Buffer> {
  const size = end - start;
  const height = Math.log2(size);
  if (Number.isInteger(height) && start % size === 0) return subtreeRoot(tiles, height, start / size);
  const middle = start + splitOf(size);
  return nodeHash(await rangeRoot(tiles, start, middle), await rangeRoot(tiles, middle, end));
}

/** The root of the full subtree number `index` of 2^`height` leaves. */
async function subtreeRoot(tiles: TileReader, height: number, index: number): Promise<Buffer> {
  const width = 2 ** (height % tileHeight);
  const first = index * width;
  const tile = await tiles(Math.floor(height / tileHeight), Math.floor(first / tileWidth));
  const hashes = Array.from({ length: width }, (_, at) => {
    const from = ((first % tileWidth) + at) * hashLength;
    return tile.subarray(from, from + hashLength);
  });
  return foldHashes(hashes);
}

/** Whether `proof` leads from a leaf's hash to the root (RFC 9162, 2.1.3.2). */
export function includes(
  leaf: { readonly index: number; readonly hash: Buffer },
  tree: { readonly size: number; readonly root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (leaf.index < 0 || leaf.index >= tree.size) return false;
  let [node, last] = [leaf.index, tree.size - 1];
  let hash = leaf.hash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash.equals(tree.root);
}

interface Tree {
  readonly size: number;
  readonly root: Buffer;
}

/** Whether `proof` shows that `tree` continues `old` (RFC 9162, 2.1.4.2). */
export function continues(old: Tree, tree: Tree, proof: readonly Buffer[]): boolean {
  if (old.size > tree.size) return false;
  if (old.size === 0) return proof.length === 0 && old.root.equals(emptyRoot);
  if (old.size === tree.size) return proof.length === 0 && old.root.equals(tree.root);
  const isPowerOfTwo = Number.isInteger(Math.log2(old.size));
  const [first, ...rest] = isPowerOfTwo ? [old.root, ...proof] : proof;
  if (!first) return false;
  let [node, last] = [old.size - 1, tree.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [before, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      before = nodeHash(hash, before);
      now = nodeHash(hash, now);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      now = nodeHash(now, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && before.equals(old.root) && now.equals(tree.root);
}

const half = (number: number): number => Math.floor(number / 2);
