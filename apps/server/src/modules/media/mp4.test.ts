import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { box, mp4, uint32 } from "@tests/support/server/media.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readMp4 } from "./mp4.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "cairn-test-"));
});
afterAll(() => rm(directory, { recursive: true }));

async function read(bytes: Uint8Array) {
  const path = join(directory, "video");
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await readMp4(file, bytes.length);
  } finally {
    await file.close();
  }
}

const demo = join(import.meta.dirname, "../../../../../demo");
const nothing = { width: null, height: null, durationSeconds: null, hasPictures: true };
const typeLength = Buffer.from(mp4().bytes).readUInt32BE(0);
const type = box("ftyp", "isom", "\0\0\x02\0", "isomiso2");

/** The index of a video that `mp4` made. */
function indexOf(video: Uint8Array): Buffer {
  const rest = Buffer.from(video).subarray(typeLength);
  return rest.subarray(0, rest.readUInt32BE(0));
}

const emptyBoxes = Buffer.alloc(8_000_000, box("free"));

test("a video gives its length and its displayed dimensions", async () => {
  const facts = { seconds: 65, width: 1920, height: 1080 };
  expect(await read(mp4(facts).bytes)).toEqual({
    width: 1920,
    height: 1080,
    durationSeconds: 65,
    hasPictures: true,
  });
  expect(await read(mp4({ ...facts, turned: true }).bytes)).toMatchObject({ width: 1080, height: 1920 });
});

test("a recording has no video track", async () => {
  expect(await read(mp4({ tracks: ["soun"] }).bytes)).toEqual({
    ...nothing,
    durationSeconds: 3,
    hasPictures: false,
  });
});

test.each([
  [
    "items/serving-video/serving-video.mp4",
    { width: 854, height: 480, durationSeconds: 37, hasPictures: true },
  ],
  [
    "items/first-on-call/first-on-call.m4a",
    { width: null, height: null, durationSeconds: 37, hasPictures: false },
  ],
])("the demo's %s is read like any other", async (name, facts) => {
  const file = await open(join(demo, name));
  const { size } = await file.stat();
  expect(await readMp4(file, size)).toEqual(facts);
  await file.close();
});

describe("a film that a recorder wrote piece by piece", () => {
  const [track, other, scale, usual] = [1, 2, 600, 20];
  const trak = (id: number) =>
    box(
      "trak",
      box("tkhd", uint32(0, 0, 0, id), Buffer.alloc(68)),
      box(
        "mdia",
        box("mdhd", uint32(0, 0, 0, scale, 0)),
        box("hdlr", uint32(0, 0), "vide", Buffer.alloc(12)),
      ),
    );
  const film = (seconds: number, ...fragment: Buffer[]) =>
    Buffer.concat([
      type,
      box(
        "moov",
        box("mvhd", uint32(0, 0, 0, 1000, seconds * 1000, 0), Buffer.alloc(80)),
        trak(track),
        trak(other),
        box("mvex", box("trex", uint32(0, track, 1, usual, 0, 0))),
      ),
      box("mdat", "x"),
      box(
        "moof",
        box("traf", box("tfhd", uint32(0, track)), box("tfdt", uint32(0, 0)), box("trun", uint32(0, 1))),
      ),
      box("mdat", "x"),
      box("moof", ...fragment),
      box("mdat", "x"),
    ]);
  /** A part of the last fragment, which begins at a minute. */
  const part = (id: number, head: number[], run: Buffer) =>
    box(
      "traf",
      box("tfhd", uint32(head[0] ?? 0, id, ...head.slice(1))),
      box("tfdt", uint32(0, 60 * scale)),
      run,
    );
  const seconds = async (bytes: Buffer) => {
    const facts = await read(bytes);
    return facts && typeof facts === "object" ? facts.durationSeconds : facts;
  };

  test("is as long as its last piece says, whatever its index says of the first", async () => {
    const run = box("trun", uint32(0, 5 * 30));
    expect(await seconds(film(0, part(track, [], run)))).toBe(65);
    expect(await seconds(film(4, part(track, [], run)))).toBe(65);
    // The base of its data, its description, and a duration of its own.
    expect(await seconds(film(4, part(track, [0xb, 0, 0, 1, 40], run)))).toBe(70);
  });

  test("is as long as the longest of its tracks", async () => {
    // Each sample with its own duration and size, behind the place of its data and the flags of the first.
    const samples = box("trun", uint32(0x305, 2, 0, 0, 600, 9, 1200, 9));
    expect(await seconds(film(4, part(track, [], box("trun", uint32(0, 1))), part(other, [], samples)))).toBe(
      63,
    );
    const late = box("tfdt", Buffer.from("0100000000000000", "hex"), uint32(90 * scale));
    expect(await seconds(film(4, box("traf", box("tfhd", uint32(0, other)), late)))).toBe(90);
  });

  test.each<[string, ...Buffer[]]>([
    ["has no parts"],
    ["is of an unknown track", part(7, [], box("trun", uint32(0, 9_000)))],
    ["is cut", box("traf", box("tfhd", "x"), box("tfdt"), box("trun"))],
    ["is longer than a day", part(track, [], box("trun", uint32(0, 0xffffffff)))],
  ])("is as long as its index says if the last piece %s", async (_case, ...fragment) => {
    expect(await seconds(film(4, ...fragment))).toBe(4);
  });
});

test("an index after the media data is found, also behind a box with a 64-bit size", async () => {
  const index = mp4().bytes.subarray(typeLength);
  const long = Buffer.alloc(16 + 50);
  long.writeUInt32BE(1, 0);
  long.write("mdat", 4, "latin1");
  long.writeBigUInt64BE(BigInt(long.length), 8);
  expect(await read(Buffer.concat([type, long, index]))).toMatchObject({ durationSeconds: 3, width: 320 });
});

test("a last box without a size extends to the end of the file", async () => {
  const endless = Buffer.from([...box("mdat", Buffer.alloc(50))]);
  endless.writeUInt32BE(0, 0);
  expect(await read(Buffer.concat([type, indexOf(mp4().bytes), endless]))).toMatchObject({ width: 320 });
});

test("a video that its recorder filled up with zeros is read", async () => {
  for (const zeros of [1, 7, 8, 200_000]) {
    const filled = Buffer.concat([mp4().bytes, Buffer.alloc(zeros)]);
    expect([zeros, await read(filled)]).toEqual([zeros, expect.objectContaining({ durationSeconds: 3 })]);
  }
});

const html = "<script>alert(1)</script>";

test.each([
  ["that is its type with a page of HTML behind it", Buffer.concat([type, Buffer.from(html)])],
  ["with a page of HTML behind it", Buffer.concat([mp4().bytes, Buffer.from(html)])],
  ["with two indexes", Buffer.concat([mp4().bytes, indexOf(mp4().bytes)])],
  [
    "filled up with zeros and a page of HTML",
    Buffer.concat([mp4().bytes, Buffer.alloc(5_000), Buffer.from(html)]),
  ],
  ["of a million empty boxes", Buffer.concat([mp4().bytes, emptyBoxes])],
])("a video %s is refused", async (_case, bytes) => {
  expect(await read(bytes)).toBeNull();
});

test.each([
  ["whose boxes reach beyond its end", Buffer.concat([mp4().bytes, Buffer.from("7fffffff6d646174", "hex")])],
  ["with an index cut short", Buffer.from(mp4().bytes.subarray(0, typeLength + 60))],
])("a video %s is refused as incomplete", async (_case, bytes) => {
  expect(await read(bytes)).toBe("cut");
});

test.each([
  ["that is its type alone", type],
  ["whose index is missing", Buffer.concat([type, box("mdat", Buffer.alloc(100))])],
  ["that has nothing to play", Buffer.concat([type, indexOf(mp4().bytes)])],
  ["with an empty box to play", Buffer.concat([type, indexOf(mp4().bytes), box("mdat")])],
  ["without a track", Buffer.from(mp4({ tracks: [] }).bytes)],
  ["with an empty index", Buffer.concat([type, box("moov"), box("mdat", "x")])],
  [
    "with boxes smaller than themselves",
    Buffer.concat([type, box("moov", Buffer.from("000000026d766864", "hex")), box("mdat", "x")]),
  ],
  [
    "with a million empty boxes in its index",
    Buffer.concat([type, box("moov", emptyBoxes), box("mdat", "x")]),
  ],
  [
    "whose track lies behind more boxes than an index has",
    Buffer.concat([
      type,
      box("moov", Buffer.concat([Buffer.alloc(1_600, box("free")), indexOf(mp4().bytes).subarray(8)])),
      box("mdat", "x"),
    ]),
  ],
  ["in the codings of old telephones", mp4({ coding: "s263" }).bytes],
])("a video %s is one that nobody could play", async (_case, bytes) => {
  expect(await read(bytes)).toBe("unplayable");
});

test.each([
  ["too short", Buffer.from("ftyp")],
  ["something before the type", Buffer.concat([box("uuid"), type])],
  ["more fillers than any program writes", Buffer.concat([...Array(9).fill(box("free")), type])],
  ["a type box of a gigabyte", Buffer.from("4d5a0000667479706d70343200000000", "hex")],
  ["a type box without a brand", box("ftyp")],
])("a file that begins with %s is not a video", async (_case, bytes) => {
  expect(await read(bytes)).toBeNull();
});
