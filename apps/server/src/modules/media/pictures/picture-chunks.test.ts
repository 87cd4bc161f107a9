import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasCheapHeader } from "./picture-chunks.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-chunks-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function judge(bytes: Buffer): Promise<boolean> {
  const path = join(folder, "picture");
  await writeFile(path, bytes);
  return hasCheapHeader(path);
}
const picture = () => sharp({ create: { width: 20, height: 20, channels: 3, background: "#336699" } });

/** The checksum is left zero: nothing is decoded here. */
function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}
/** A PNG with these chunks behind its first. */
async function pngWith(...chunks: Buffer[]): Promise<Buffer> {
  const png = await picture().png().toBuffer();
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}
const packed = deflateSync(Buffer.alloc(20_000_000, "a"));
const textOf = (flag: number, bytes: Buffer) =>
  Buffer.concat([Buffer.from("XML:com.adobe.xmp\0", "latin1"), Buffer.from([flag, 0, 0, 0]), bytes]);

test("pictures of every kind that is taken have a cheap header", async () => {
  for (const kind of ["png", "jpeg", "webp", "gif", "avif"] as const)
    expect([kind, await judge(await picture().toFormat(kind).toBuffer())]).toEqual([kind, true]);
  expect(await judge(await pngWith(pngChunk("iTXt", textOf(0, Buffer.alloc(400_000, "x")))))).toBe(true);
  expect(await judge(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))).toBe(true);
});

test("a PNG whose compressed texts unpack to a hundred megabytes and more is refused", async () => {
  const text = pngChunk("zTXt", Buffer.concat([Buffer.from("a\0\0", "latin1"), packed]));
  expect(await judge(await pngWith(...Array(6).fill(text)))).toBe(false);
  expect(await judge(await pngWith(...Array(6).fill(pngChunk("iTXt", textOf(1, packed)))))).toBe(false);
});

test("a WebP with more frames than anything that is shown is refused", async () => {
  const frame = Buffer.concat([Buffer.from("ANMF\x10\0\0\0", "latin1"), Buffer.alloc(16)]);
  const webp = await picture().webp().toBuffer();
  expect(
    await judge(Buffer.concat([webp.subarray(0, 12), ...Array(400).fill(frame), webp.subarray(12)])),
  ).toBe(true);
  expect(await judge(Buffer.concat([webp.subarray(0, 12), ...Array(501).fill(frame)]))).toBe(false);
});

test("a JPEG of ever so many empty segments is refused, before its first scan and behind it", async () => {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
  const segments = (count: number) => Buffer.alloc(4 * count, "ffe10002", "hex");
  const filled = Buffer.concat([Buffer.alloc(50_000, 0xff), segments(3_000)]);
  const end = jpeg.length - 2;
  for (const [at, added, isCheap] of [
    [2, segments(1_900), true],
    [2, segments(3_000), false],
    [2, filled, false],
    [end, segments(1_900), true],
    [end, segments(3_000), false],
    // What stands behind the end is read by nobody.
    [jpeg.length, segments(3_000), true],
  ] as const)
    expect(await judge(Buffer.concat([jpeg.subarray(0, at), added, jpeg.subarray(at)]))).toBe(isCheap);
  for (const cut of [3, 5, jpeg.length - 1]) expect(await judge(jpeg.subarray(0, cut))).toBe(true);
});
