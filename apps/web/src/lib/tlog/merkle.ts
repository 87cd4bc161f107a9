import { areEqual, type Bytes, sha256 } from "./bytes.ts";

/**
 * The Merkle tree of RFC 6962 with its hashes in tiles of 256, as in C2SP tlog-tiles. Sizes and positions are whole
 * numbers below 2^53; shift operators would cut them to 32 bits, so arithmetic is used instead.
 */
export const tileWidth = 256;
const tileHeight = 8;
export const hashLength = 32;

export interface Tree {
  readonly size: number;
  readonly root: Bytes;
}

/** The first `width` hashes of a tile, 32 bytes each. */
export type TileReader = (level: number, index: number, width: number) => Promise<Uint8Array>;

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const leafHash = (leaf: Uint8Array): Promise<Bytes> => sha256(leafPrefix, leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(nodePrefix, left, right);

/** The largest power of two that is smaller than `size`; `size` is at least 2. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Whether `proof` leads from a leaf's hash to the root (RFC 9162, 2.1.3.2). */
export async function includes(
  leaf: { readonly index: number; readonly hash: Bytes },
  tree: Tree,
  proof: readonly Bytes[],
): Promise<boolean> {
  if (leaf.index < 0 || leaf.index >= tree.size) return false;
  let [node, last] = [leaf.index, tree.size - 1];
  let hash = leaf.hash;
  for (const sibling of proof) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = await nodeHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = await nodeHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && areEqual(hash, tree.root);
}

/**
 * Whether `tree` continues the smaller tree `old`, which is not empty (RFC 9162, 2.1.4.2); null if `proof` does not
 * lead to the root of `tree`, and so shows nothing.
 */
export async function continues(old: Tree, tree: Tree, proof: readonly Bytes[]): Promise<boolean | null> {
  const isPowerOfTwo = Number.isInteger(Math.log2(old.size));
  const [first, ...rest] = isPowerOfTwo ? [old.root, ...proof] : proof;
  if (!first) return null;
  let [node, last] = [old.size - 1, tree.size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [before, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      before = await nodeHash(hash, before);
      now = await nodeHash(hash, now);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      now = await nodeHash(now, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && areEqual(now, tree.root) ? areEqual(before, old.root) : null;
}

const half = (number: number): number => Math.floor(number / 2);

/** The hashes that `continues` asks for, made from tiles of the tree of `size` leaves. */
export async function consistencyProof(tiles: TileReader, oldSize: number, size: number): Promise<Bytes[]> {
  const rootOf = subtreeRoots(tiles, size);
  const proof: Bytes[] = [];
  let [start, end] = [0, size];
  while (end > oldSize) {
    const middle = start + splitOf(end - start);
    const isLeft = oldSize <= middle;
    proof.push(await (isLeft ? rootOf(middle, end) : rootOf(start, middle)));
    if (isLeft) end = middle;
    else start = middle;
  }
  if (start > 0) proof.push(await rootOf(start, end));
  return proof.reverse();
}

/** Answers the root over the leaves from `start` to `end`. Each tile is read once. */
function subtreeRoots(tiles: TileReader, size: number) {
  const known = new Map<string, Promise<Uint8Array>>();
  function tile(level: number, index: number): Promise<Uint8Array> {
    const name = `${level}/${index}`;
    const inLevel = Math.floor(size / tileWidth ** level);
    const read = known.get(name) ?? tiles(level, index, Math.min(tileWidth, inLevel - index * tileWidth));
    known.set(name, read);
    return read;
  }

  async function fullRoot(height: number, index: number): Promise<Bytes> {
    const width = 2 ** (height % tileHeight);
    const first = index * width;
    const bytes = await tile(Math.floor(height / tileHeight), Math.floor(first / tileWidth));
    const hashes = Array.from({ length: width }, (_, at) => {
      const from = ((first % tileWidth) + at) * hashLength;
      return Uint8Array.from(bytes.subarray(from, from + hashLength));
    });
    return fold(hashes);
  }

  return async function rootOf(start: number, end: number): Promise<Bytes> {
    const leaves = end - start;
    const height = Math.log2(leaves);
    if (Number.isInteger(height) && start % leaves === 0) return fullRoot(height, start / leaves);
    const middle = start + splitOf(leaves);
    return nodeHash(await rootOf(start, middle), await rootOf(middle, end));
  };
}

/** The root over hashes whose number is a power of two. */
async function fold([first, ...rest]: readonly Bytes[]): Promise<Bytes> {
  if (!first) return new Uint8Array();
  if (rest.length === 0) return first;
  const all = [first, ...rest];
  const middle = all.length / 2;
  return nodeHash(await fold(all.slice(0, middle)), await fold(all.slice(middle)));
}
