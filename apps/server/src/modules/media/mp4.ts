import type { FileHandle } from "node:fs/promises";

/** What an MP4 says about itself; null where it does not say. */
export interface FilmFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** false only for a file that lists its tracks and has no moving pictures among them. */
  readonly hasPictures: boolean;
}

/** Ten times what the index of a 50 MB film takes. */
const indexLimit = 16 * 1024 * 1024;
/** A film has a handful; one made to be read for ever has millions. */
const mostBoxes = 1_000;
const unknown: FilmFacts = { width: null, height: null, durationSeconds: null, hasPictures: true };

/** Reads the index (`moov`) of an MP4; null when the bytes do not begin as one. */
export async function readFilm(file: FileHandle, fileSize: number): Promise<FilmFacts | null> {
  let position = 0;
  if (fileSize < 16) return null;
  for (let boxes = 0; boxes < mostBoxes && position + 8 <= fileSize; boxes += 1) {
    const head = Buffer.alloc(16);
    await file.read(head, 0, 16, position);
    const box = boxAt(head, 0);
    // The type box is small and comes first; a file that only has its letters in the right place is something else.
    if (position === 0 && !(box?.type === "ftyp" && box.size >= 16 && box.size <= 4096)) return null;
    if (!box) break;
    if (box.type === "moov" && box.size <= indexLimit) {
      const index = Buffer.alloc(Math.min(box.size, fileSize - position));
      await file.read(index, 0, index.length, position);
      return readIndex(index.subarray(box.headerSize));
    }
    position += box.size;
  }
  return unknown;
}

interface Box {
  readonly type: string;
  readonly headerSize: number;
  readonly size: number;
}

/** null where no box can be: too small for its own head, or reaching to the end of the file (size 0), after which there is nothing to look for. */
function boxAt(bytes: Buffer, offset: number): Box | null {
  if (offset + 8 > bytes.length) return null;
  const short = bytes.readUInt32BE(offset);
  const type = bytes.toString("latin1", offset + 4, offset + 8);
  if (short !== 1) return short >= 8 ? { type, headerSize: 8, size: short } : null;
  if (offset + 16 > bytes.length) return null;
  const long = Number(bytes.readBigUInt64BE(offset + 8));
  return long >= 16 ? { type, headerSize: 16, size: long } : null;
}

/** The boxes of one type inside a box, as far as they are whole. */
function childrenOf(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  let offset = 0;
  for (let boxes = 0; boxes < mostBoxes; boxes += 1) {
    const box = boxAt(bytes, offset);
    if (!box || offset + box.size > bytes.length) break;
    if (box.type === type) found.push(bytes.subarray(offset + box.headerSize, offset + box.size));
    offset += box.size;
  }
  return found;
}

const childOf = (bytes: Buffer, type: string): Buffer | null => childrenOf(bytes, type)[0] ?? null;

function readIndex(index: Buffer): FilmFacts {
  const tracks = childrenOf(index, "trak");
  const picture = tracks.find((track) => handlerOf(track) === "vide");
  const size = picture ? sizeOf(childOf(picture, "tkhd")) : null;
  return {
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationSeconds: durationOf(childOf(index, "mvhd")),
    hasPictures: tracks.length === 0 || picture !== undefined,
  };
}

/** What a track is made of: "vide", "soun", ... */
function handlerOf(track: Buffer): string | null {
  const media = childOf(track, "mdia");
  const handler = media && childOf(media, "hdlr");
  return handler && handler.length >= 12 ? handler.toString("latin1", 8, 12) : null;
}

function durationOf(header: Buffer | null): number | null {
  if (!header || header.length < 32) return null;
  const isLong = header[0] === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const seconds = Math.round(duration / scale);
  // 0 and all ones both mean that the writer did not know.
  return seconds > 0 && seconds < 24 * 60 * 60 ? seconds : null;
}

/** Width and height as shown: a film made with the telephone upright is stored lying and turned. */
function sizeOf(header: Buffer | null): { width: number; height: number } | null {
  const matrixAt = header?.[0] === 1 ? 52 : 40;
  if (!header || header.length < matrixAt + 44) return null;
  const isTurned = header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 16) === 0;
  const width = Math.round(header.readUInt32BE(matrixAt + 36) / 65_536);
  const height = Math.round(header.readUInt32BE(matrixAt + 40) / 65_536);
  if (width === 0 || height === 0) return null;
  return isTurned ? { width: height, height: width } : { width, height };
}
