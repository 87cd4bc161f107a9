import type { FileHandle } from "node:fs/promises";

/** Facts from an MP4's index; null where the file does not state them. */
export interface Mp4Facts {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** false for an audio-only file. */
  readonly hasPictures: boolean;
}

/** Ten times the size of the index of a 50 MB video. */
const indexLimit = 16 * 1024 * 1024;
/** A second of film has some 2 KB of it. */
const fragmentLimit = 1024 * 1024;
/** Streaming videos have about two boxes per second; a file crafted to keep the parser busy has millions. */
const maxBoxes = (bytes: number) => 10_000 + bytes / (32 * 1024);
/** Within one box of the index. Files of recorders and editors have twenty; with these limits it is read in milliseconds. */
const maxChildren = 200;

/**
 * Reads the index (`moov`) of an MP4. null unless the whole file is a valid sequence of boxes with the type box first
 * but for fillers, and at most zeros behind it, with which some recorders fill up a file; "cut" if the file ends within
 * its index or its media. "unplayable" without media data, or an index with at least one video or audio track that a
 * browser plays.
 */
export async function readMp4(
  file: FileHandle,
  fileSize: number,
): Promise<Mp4Facts | "unplayable" | "cut" | null> {
  let facts: Mp4Facts | "unplayable" | null = null;
  let index = Buffer.alloc(0);
  let lastFragment: { start: number; size: number } | null = null;
  let hasContent = false;
  const start = await startOfMp4(file, fileSize);
  let position = start;
  for (let boxes = 0; position < fileSize; boxes += 1) {
    const head = Buffer.alloc(16);
    const { bytesRead } = await file.read(head, 0, 16, position);
    const box = boxAt(head.subarray(0, bytesRead), 0, fileSize - position);
    if (!box && position > start && (await isZeroFrom(file, position))) break;
    if (!box || boxes > maxBoxes(fileSize) || !boxType.test(box.type)) return null;
    if (position + box.size > fileSize) return position > start && cuttable.has(box.type) ? "cut" : null;
    // The type box is small and comes first; a file that merely has the same letters in the right place is something
    // else.
    if (position === start && !(box.type === "ftyp" && box.size >= 16 && box.size <= 4096)) return null;
    if (box.type === "mdat" && box.size > box.headerSize) hasContent = true;
    if (box.type === "moov") {
      if (facts || box.size > indexLimit) return null;
      const whole = Buffer.alloc(box.size);
      await file.read(whole, 0, whole.length, position);
      index = whole.subarray(box.headerSize);
      facts = readIndex(index);
    }
    if (box.type === "moof")
      lastFragment = { start: position + box.headerSize, size: box.size - box.headerSize };
    position += box.size;
  }
  if (!facts || !hasContent) return "unplayable";
  if (facts === "unplayable" || !lastFragment || lastFragment.size > fragmentLimit) return facts;
  const fragment = Buffer.alloc(lastFragment.size);
  await file.read(fragment, 0, fragment.length, lastFragment.start);
  return { ...facts, durationSeconds: stated(endOf(fragment, index)) ?? facts.durationSeconds };
}

/** Boxes before the type box that a player skips. */
const fillers: ReadonlySet<string> = new Set(["free", "skip", "wide"]);
const maxFillers = 8;

/** Where the type box of an MP4 stands; 0 for another file. */
export async function startOfMp4(file: FileHandle, fileSize: number): Promise<number> {
  const head = Buffer.alloc(8);
  for (let [position, boxes] = [0, 0]; boxes <= maxFillers; boxes += 1) {
    const { bytesRead } = await file.read(head, 0, 8, position);
    const box = boxAt(head.subarray(0, bytesRead), 0, fileSize - position);
    if (box?.type === "ftyp") return position;
    if (!box || !fillers.has(box.type)) return 0;
    position += box.size;
  }
  return 0;
}

async function isZeroFrom(file: FileHandle, start: number): Promise<boolean> {
  const zeros = Buffer.alloc(64 * 1024);
  const part = Buffer.alloc(zeros.length);
  for (let position = start; ; ) {
    const { bytesRead } = await file.read(part, 0, part.length, position);
    if (bytesRead === 0) return true;
    if (!part.subarray(0, bytesRead).equals(zeros.subarray(0, bytesRead))) return false;
    position += bytesRead;
  }
}

/** The boxes that make up most of a file. */
const cuttable: ReadonlySet<string> = new Set(["moov", "moof", "mdat"]);

/** Four printable characters; the first may be Apple's copyright sign. */
const boxType = /^[ -~\xa9][ -~]{3}$/;

interface Box {
  readonly type: string;
  readonly headerSize: number;
  readonly size: number;
}

/**
 * null if there is no valid box, for instance one smaller than its own header. @param room bytes up to the end, which a
 * box of size 0 fills.
 */
function boxAt(bytes: Buffer, offset: number, room: number): Box | null {
  if (offset + 8 > bytes.length) return null;
  const short = bytes.readUInt32BE(offset);
  const type = bytes.toString("latin1", offset + 4, offset + 8);
  if (short === 0 && type === "mdat") return { type, headerSize: 8, size: room };
  if (short !== 1) return short >= 8 ? { type, headerSize: 8, size: short } : null;
  if (offset + 16 > bytes.length) return null;
  const long = Number(bytes.readBigUInt64BE(offset + 8));
  return long >= 16 ? { type, headerSize: 16, size: long } : null;
}

/** The complete boxes of one type among the first inside a box. */
function childrenOf(bytes: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  let offset = 0;
  for (let boxes = 0; boxes < maxChildren; boxes += 1) {
    const box = boxAt(bytes, offset, bytes.length - offset);
    if (!box || offset + box.size > bytes.length) break;
    if (box.type === type) found.push(bytes.subarray(offset + box.headerSize, offset + box.size));
    offset += box.size;
  }
  return found;
}

const childOf = (bytes: Buffer, type: string): Buffer | null => childrenOf(bytes, type)[0] ?? null;

function readIndex(index: Buffer): Mp4Facts | "unplayable" {
  const header = childOf(index, "mvhd");
  const tracks = childrenOf(index, "trak")
    .filter(isPlayable)
    .map((track) => ({ track, handler: handlerOf(track) }));
  const picture = tracks.find(({ handler }) => handler === "vide")?.track;
  if (!header || !(picture || tracks.some(({ handler }) => handler === "soun"))) return "unplayable";
  const size = picture ? sizeOf(childOf(picture, "tkhd")) : null;
  return {
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationSeconds: durationOf(header),
    hasPictures: picture !== undefined,
  };
}

/** Codings of old telephones (H.263, AMR) and QCELP, which 3GPP files have and no browser plays. */
const unplayed: ReadonlySet<string> = new Set(["s263", "h263", "samr", "sawb", "sawp", "sqcp"]);

/** Whether a browser plays the track's first coding; a track that names none is played or not. */
function isPlayable(track: Buffer): boolean {
  let box: Buffer | null = track;
  for (const type of ["mdia", "minf", "stbl", "stsd"]) box = box && childOf(box, type);
  return !box || box.length < 16 || !unplayed.has(box.toString("latin1", 12, 16));
}

/** The type of a track: "vide", "soun", ... */
function handlerOf(track: Buffer): string | null {
  const media = childOf(track, "mdia");
  const handler = media && childOf(media, "hdlr");
  return handler && handler.length >= 12 ? handler.toString("latin1", 8, 12) : null;
}

function durationOf(header: Buffer): number | null {
  if (header.length < 32) return null;
  const isLong = header[0] === 1;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return stated(duration / scale);
}

/** In whole seconds; null for what no film has. Both 0 and all ones mean that the writer did not know the duration. */
function stated(duration: number): number | null {
  const seconds = Math.round(duration);
  return seconds > 0 && seconds < 24 * 60 * 60 ? seconds : null;
}

/**
 * Seconds from the start of the film to the end of its last fragment (`moof`): recorders like OBS write a film piece by piece,
 * and their index knows the first piece at most. 0 where it is not stated.
 */
function endOf(fragment: Buffer, index: Buffer): number {
  const ends = childrenOf(fragment, "traf").map((part) => {
    const head = childOf(part, "tfhd");
    const base = childOf(part, "tfdt");
    if (!head || head.length < 8 || !base || base.length < (base[0] === 1 ? 12 : 8)) return 0;
    const track = head.readUInt32BE(4);
    const start = base[0] === 1 ? Number(base.readBigUInt64BE(4)) : base.readUInt32BE(4);
    const usual = usualDuration(head, track, index);
    const runs = childrenOf(part, "trun").map((run) => durationOfRun(run, usual));
    return (start + runs.reduce((sum, run) => sum + run, 0)) / scaleOf(track, index);
  });
  return Math.max(0, ...ends);
}

/** Units of a track's time in a second. */
function scaleOf(track: number, index: Buffer): number {
  for (const part of childrenOf(index, "trak")) {
    const head = childOf(part, "tkhd");
    const idAt = head?.[0] === 1 ? 20 : 12;
    if (!head || head.length < idAt + 4 || head.readUInt32BE(idAt) !== track) continue;
    const media = childOf(part, "mdia");
    const times = media && childOf(media, "mdhd");
    const scaleAt = times?.[0] === 1 ? 20 : 12;
    if (times && times.length >= scaleAt + 4) return times.readUInt32BE(scaleAt);
  }
  return Number.POSITIVE_INFINITY;
}

/** Of each sample that does not state its own: by the fragment, else by the index. */
function usualDuration(head: Buffer, track: number, index: Buffer): number {
  const flags = head.readUIntBE(1, 3);
  const at = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  if (flags & 8 && head.length >= at + 4) return head.readUInt32BE(at);
  const defaults = childrenOf(childOf(index, "mvex") ?? Buffer.alloc(0), "trex");
  const own = defaults.find((box) => box.length >= 16 && box.readUInt32BE(4) === track);
  return own?.readUInt32BE(12) ?? 0;
}

/** @param usual of samples that do not state their own. */
function durationOfRun(run: Buffer, usual: number): number {
  if (run.length < 8) return 0;
  const flags = run.readUIntBE(1, 3);
  const samples = run.readUInt32BE(4);
  if (!(flags & 0x100)) return samples * usual;
  const length = 4 * [0x100, 0x200, 0x400, 0x800].filter((field) => flags & field).length;
  let duration = 0;
  let at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  for (let sample = 0; sample < samples && at + 4 <= run.length; sample += 1, at += length)
    duration += run.readUInt32BE(at);
  return duration;
}

/** Width and height as displayed: a video recorded with the phone upright is stored in landscape with a rotation. */
function sizeOf(header: Buffer | null): { width: number; height: number } | null {
  const matrixAt = header?.[0] === 1 ? 52 : 40;
  if (!header || header.length < matrixAt + 44) return null;
  const isTurned = header.readInt32BE(matrixAt) === 0 && header.readInt32BE(matrixAt + 16) === 0;
  const width = Math.round(header.readUInt32BE(matrixAt + 36) / 65_536);
  const height = Math.round(header.readUInt32BE(matrixAt + 40) / 65_536);
  if (width === 0 || height === 0) return null;
  return isTurned ? { width: height, height: width } : { width, height };
}
