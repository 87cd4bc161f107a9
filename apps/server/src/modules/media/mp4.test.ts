import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { box, mp4 } from "../../test/media.ts";
import { readFilm } from "./mp4.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cairn-test-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(bytes: Uint8Array) {
  const path = join(directory, "film");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await readFilm(file, bytes.length);
  } finally {
    await file.close();
  }
}

const demo = join(import.meta.dirname, "../../db/seed/media");
const nothing = { width: null, height: null, durationSeconds: null, hasPictures: true };
const typeLength = Buffer.from(mp4().bytes).readUInt32BE(0);
const type = box("ftyp", "isom", "\0\0\x02\0", "isomiso2");

const emptyBoxes = Buffer.alloc(8_000_000, box("free"));

test("a film says how long and how large it is, as it is shown", async () => {
  const facts = { seconds: 65, width: 1920, height: 1080 };
  expect(await read(mp4(facts).bytes)).toEqual({
    width: 1920,
    height: 1080,
    durationSeconds: 65,
    hasPictures: true,
  });
  expect(await read(mp4({ ...facts, turned: true }).bytes)).toMatchObject({ width: 1080, height: 1920 });
});

test("a recording has no pictures", async () => {
  expect(await read(mp4({ tracks: ["soun"] }).bytes)).toEqual({
    ...nothing,
    durationSeconds: 3,
    hasPictures: false,
  });
});

test.each([
  ["cairn-stacking.mp4", { width: 854, height: 480, durationSeconds: 10, hasPictures: true }],
  ["first-on-call.m4a", { width: null, height: null, durationSeconds: 37, hasPictures: false }],
])("the demo's %s is read like any other", async (name, facts) => {
  const file = await open(join(demo, name));
  const { size } = await file.stat();
  expect(await readFilm(file, size)).toEqual(facts);
  await file.close();
});

test("an index after the pictures is found, also behind a box with a long size", async () => {
  const index = mp4().bytes.subarray(typeLength);
  const long = Buffer.alloc(16 + 50);
  long.writeUInt32BE(1, 0);
  long.write("mdat", 4, "latin1");
  long.writeBigUInt64BE(BigInt(long.length), 8);
  expect(await read(Buffer.concat([type, long, index]))).toMatchObject({ durationSeconds: 3, width: 320 });
});

test.each([
  ["whose index is missing", Buffer.concat([type, box("mdat", Buffer.alloc(100))])],
  ["that ends after its type", type],
  ["filled up with zeros", Buffer.concat([type, Buffer.alloc(5_000)])],
  ["whose boxes reach beyond its end", Buffer.concat([type, Buffer.from("7fffffff6d646174", "hex")])],
  ["with an empty index", Buffer.concat([type, box("moov")])],
  ["with an index cut short", Buffer.concat([type, mp4().bytes.subarray(typeLength, typeLength + 60)])],
  [
    "with boxes smaller than themselves",
    Buffer.concat([type, box("moov", Buffer.from("000000026d766864", "hex"))]),
  ],
  ["with a million empty boxes in its index", Buffer.concat([type, box("moov", emptyBoxes)])],
  ["of a million empty boxes", Buffer.concat([type, emptyBoxes])],
])("a film %s says nothing, and is read at once", async (_case, bytes) => {
  const began = performance.now();
  expect(await read(bytes)).toEqual(nothing);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test.each([
  ["too short", Buffer.from("ftyp")],
  ["something before the type", Buffer.concat([box("free"), type])],
  ["a type box of a gigabyte", Buffer.from("4d5a0000667479706d70343200000000", "hex")],
  ["a type box without a brand", box("ftyp")],
])("what begins with %s is no film", async (_case, bytes) => {
  expect(await read(bytes)).toBeNull();
});
