import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { FormFile } from "./forms.ts";

export const jpeg = async ({ width = 40, height = 30 } = {}): Promise<FormFile> => ({
  bytes: await sharp({ create: { width, height, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer(),
  type: "image/jpeg",
});

export const png = async ({ width = 40, height = 30 } = {}): Promise<FormFile> => ({
  bytes: await sharp({ create: { width, height, channels: 4, background: "#246" } })
    .png()
    .toBuffer(),
  type: "image/png",
});

/** A PDF of one empty page, which says `text` in its first object. */
export const pdf = (text: string): FormFile => ({
  bytes: Buffer.from(
    [
      `%PDF-1.7\n1 0 obj\n(${text})\nendobj`,
      "2 0 obj\n<< /Type /Catalog /Pages 3 0 R >>\nendobj",
      "3 0 obj\n<< /Type /Pages /Kids [4 0 R] /Count 1 >>\nendobj",
      "4 0 obj\n<< /Type /Page /Parent 3 0 R >>\nendobj",
      "trailer\n<< /Root 2 0 R >>\n%%EOF\n",
    ].join("\n"),
  ),
  type: "application/pdf",
});

export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => Buffer.from(part as string, "latin1")));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

export const uint32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
};

interface FilmFacts {
  seconds?: number;
  width?: number;
  height?: number;
  /** As a telephone held upright stores it. */
  turned?: boolean;
  tracks?: readonly ("vide" | "soun")[];
  /** What pictures and sound are coded in; not said unless given. */
  coding?: string;
  brand?: string;
  /** Bytes in all; filled up with a box that is skipped. */
  size?: number;
}

/** An MP4 that has everything but moving pictures: its index says what it is asked to say. */
export function mp4({
  seconds = 3,
  width = 320,
  height = 240,
  turned = false,
  tracks = ["vide", "soun"],
  coding,
  brand = "isom",
  size = 0,
}: FilmFacts = {}): FormFile {
  const one = 0x10000;
  const matrix = turned
    ? [0, one, 0, -one >>> 0, 0, 0, 0, 0, 0x40000000]
    : [one, 0, 0, 0, one, 0, 0, 0, 0x40000000];
  const header = box("mvhd", uint32(0, 0, 0, 1000, seconds * 1000, one), Buffer.alloc(80));
  const codings = coding
    ? [box("minf", box("stbl", box("stsd", uint32(0, 1), box(coding, Buffer.alloc(78)))))]
    : [];
  const track = (handler: string) =>
    box(
      "trak",
      box("tkhd", uint32(0, 0, 0, 1, 0, seconds * 1000, 0, 0, 0, 0, ...matrix, width * one, height * one)),
      box("mdia", box("hdlr", uint32(0, 0), handler, Buffer.alloc(12)), ...codings),
    );
  const whole = Buffer.concat([
    box("ftyp", brand, uint32(512), "isomiso2mp41"),
    box("moov", header, ...tracks.map(track)),
    box("mdat", randomBytes(64)),
  ]);
  const missing = size - whole.length;
  return {
    bytes: missing >= 8 ? Buffer.concat([whole, box("free", Buffer.alloc(missing - 8))]) : whole,
    type: "video/mp4",
  };
}

/** An MP3 of silence: frames of 1,152 samples at 44,100 a second. */
export function mp3({ seconds = 3 } = {}): FormFile {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb_9000);
  const frames = Math.round((seconds * 44_100) / 1_152);
  return { bytes: Buffer.concat(Array.from({ length: frames }, () => frame)), type: "audio/mpeg" };
}

/** A page of an Ogg file. `type`: 2 begins a stream, 4 ends it. */
export function oggPage(type: number, granule: number, packet: Buffer): Buffer {
  const head = Buffer.alloc(28);
  head.write("OggS");
  head.writeUInt8(type, 5);
  head.writeUInt32LE(granule, 6);
  head.writeUInt32LE(1, 14);
  head.writeUInt8(1, 26);
  head.writeUInt8(packet.length, 27);
  return Buffer.concat([head, packet]);
}

/** An Ogg file with an Opus stream that says how long it is. */
export function ogg({ seconds = 3 } = {}): FormFile {
  const begin = Buffer.alloc(19);
  begin.write("OpusHead");
  begin.writeUInt8(1, 8);
  begin.writeUInt8(1, 9);
  begin.writeUInt32LE(48_000, 12);
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(8)]);
  const pages = [
    oggPage(2, 0, begin),
    oggPage(0, 0, tags),
    oggPage(4, seconds * 48_000, Buffer.alloc(40, 1)),
  ];
  return { bytes: Buffer.concat(pages), type: "audio/ogg" };
}
