import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTree, type Subtree } from "./merkle.ts";

/** The leaves and roots of Certificate Transparency's own tests (merkle_tree_test.cc). */
const leaves = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const sha256 = (...parts: readonly Uint8Array[]) =>
  createHash("sha256").update(Buffer.concat(parts)).digest();
const tree = createTree(sha256);
const { append, consistencyProof, continues, includes, inclusionProof, leafHash, rootOf, rootOfSubtrees } =
  tree;

/** MTH of RFC 6962, word for word and without tiles. */
function plainRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (!only) return sha256();
  if (hashes.length === 1) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  return sha256(Buffer.from([1]), plainRoot(hashes.slice(0, split)), plainRoot(hashes.slice(split)));
}

/** Tiles as tlog-tiles defines them: a hash in level 1 is the root of a full tile in level 0, and so on. */
function tilesOf(hashes: readonly Uint8Array[]) {
  const levels = [hashes];
  for (let below = hashes; below.length >= 256; ) {
    const above = Array.from({ length: Math.floor(below.length / 256) }, (_, index) =>
      plainRoot(below.slice(index * 256, index * 256 + 256)),
    );
    levels.push(above);
    below = above;
  }
  return async (level: number, index: number) =>
    Buffer.concat(levels[level]?.slice(index * 256, index * 256 + 256) ?? []);
}

const many = Array.from({ length: 70_000 }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));
const tiles = tilesOf(many);

describe("the tree", () => {
  test("has the roots of Certificate Transparency's test vectors", async () => {
    const hashes = leaves.map((leaf) => leafHash(Buffer.from(leaf, "hex")));
    const read = tilesOf(hashes);
    const found = await Promise.all(roots.map((_, size) => rootOf(read, size)));
    expect(found.map((root) => Buffer.from(root).toString("hex"))).toEqual(roots);
  });

  test.each([1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537, 70_000])(
    "of %i leaves has the same root over tiles as without them",
    async (size) => {
      expect(await rootOf(tiles, size)).toEqual(plainRoot(many.slice(0, size)));
    },
  );

  test("proves that a leaf is in it, for that leaf, place, size and root alone", async () => {
    const positions = fc
      .integer({ min: 1, max: 3_000 })
      .chain((size) => fc.record({ size: fc.constant(size), index: fc.integer({ min: 0, max: size - 1 }) }));
    await fc.assert(
      fc.asyncProperty(positions, fc.nat(), async ({ size, index }, at) => {
        const tree = { size, root: await rootOf(tiles, size) };
        const leaf = { index, hash: many[index] ?? Buffer.alloc(0) };
        const proof = await inclusionProof(tiles, index, size);
        expect(includes(leaf, tree, proof)).toBe(true);
        expect(includes({ ...leaf, hash: many[size] ?? leaf.hash }, tree, proof)).toBe(false);
        expect(includes(leaf, { ...tree, root: leafHash(tree.root) }, proof)).toBe(false);
        expect(includes(leaf, tree, [...proof, leaf.hash])).toBe(false);
        expect(includes({ ...leaf, index: size }, tree, proof)).toBe(false);
        if (proof.length > 0) {
          expect(includes(leaf, tree, proof.toSpliced(at % proof.length, 1))).toBe(false);
          expect(includes(leaf, tree, proof.with(at % proof.length, tree.root))).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("proves that it continues a smaller one, and no other", async () => {
    const sizes = fc
      .integer({ min: 1, max: 3_000 })
      .chain((size) => fc.record({ size: fc.constant(size), old: fc.integer({ min: 0, max: size }) }));
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), async ({ size, old }, at) => {
        const before = { size: old, root: await rootOf(tiles, old) };
        const tree = { size, root: await rootOf(tiles, size) };
        const proof = await consistencyProof(tiles, old, size);
        expect(continues(before, tree, proof)).toBe(true);
        expect(continues({ ...before, root: leafHash(before.root) }, tree, proof)).not.toBe(true);
        expect(continues(before, tree, [...proof, tree.root])).not.toBe(true);
        expect(continues({ ...before, size: size + 1 }, tree, proof)).toBe(false);
        if (old > 0) expect(continues(before, { ...tree, root: leafHash(tree.root) }, proof)).not.toBe(true);
        if (proof.length > 0) {
          expect(continues(before, tree, proof.toSpliced(at % proof.length, 1))).not.toBe(true);
          expect(continues(before, tree, proof.with(at % proof.length, leafHash(tree.root)))).not.toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("tells another history from a proof that leads nowhere", async () => {
    const at = async (size: number) => ({ size, root: await rootOf(tiles, size) });
    const [small, large, proof] = [await at(300), await at(700), await consistencyProof(tiles, 300, 700)];
    const other = { ...small, root: leafHash(small.root) };
    expect(continues(other, large, proof)).toBe(false);
    expect(continues(small, other, [])).toBe(false);
    expect(continues(large, small, [])).toBe(false);
    expect(continues(small, { ...large, root: other.root }, proof)).toBeNull();
    expect(continues(small, small, proof)).toBeNull();
    expect(continues(small, large, [])).toBeNull();
  });

  test("reads each tile once, and says how wide it is", async () => {
    const asked: string[] = [];
    const read = async (level: number, index: number, width: number) => {
      asked.push(`${level}/${index}.p/${width}`);
      return (await tiles(level, index)).subarray(0, width * 32);
    };
    expect(await rootOf(read, 66_000)).toEqual(plainRoot(many.slice(0, 66_000)));
    expect(asked.sort()).toEqual(["0/257.p/208", "1/1.p/1", "2/0.p/1"]);
  });

  test("grows leaf by leaf, kept as the roots of its full subtrees", async () => {
    const kept: Subtree[] = [];
    expect(rootOfSubtrees(kept)).toEqual(await rootOf(tiles, 0));
    for (const [index, hash] of many.slice(0, 600).entries()) {
      append(kept, hash);
      if (index % 37 === 0) expect(rootOfSubtrees(kept)).toEqual(await rootOf(tiles, index + 1));
    }
  });

  test("refuses a tile that lacks a hash", async () => {
    const short = async (level: number, index: number, width: number) =>
      (await tiles(level, index)).subarray(0, width * 32 - 1);
    await expect(rootOf(short, 700)).rejects.toThrow("the tree lacks a hash");
  });

  test("proves nothing about leaves and trees that do not exist", async () => {
    await expect(inclusionProof(tiles, 10, 10)).rejects.toThrow("no such leaf");
    await expect(consistencyProof(tiles, 11, 10)).rejects.toThrow("no such tree");
  });
});
