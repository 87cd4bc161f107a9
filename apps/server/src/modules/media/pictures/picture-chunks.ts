import { type FileHandle, open, readFile } from "node:fs/promises";

/** Chunks of a file; a PNG of 50 MB has some 6,400. */
const maxChunks = 100_000;
/** Bytes of a PNG's compressed texts and colour profile: libvips unpacks all of them with the header, a thousandfold. */
const maxCompressed = 100_000;
/** Frames of a WebP, of which the first is shown: libwebp takes the square of their number. */
const maxFrames = 500;
/** Segments of a JPEG in all its scans: libjpeg keeps a hundred bytes for each. Profile and comments of 50 MB have 800. */
const maxSegments = 2_000;

interface Chunk {
  readonly type: string;
  readonly at: number;
  readonly bytes: number;
}

/**
 * Whether the decoders read the picture's header in time and memory that go by its size. Looks at the list of chunks or
 * segments alone, of PNG, WebP and JPEG; other kinds have none that cost.
 */
export async function hasCheapHeader(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const head = (await read(file, 0, 12)).toString("latin1");
    if (head.startsWith("\x89PNG\r\n\x1a\n")) return await isCheapPng(file);
    if (/^RIFF.{4}WEBP$/s.test(head)) return await isCheapWebp(file);
    return !head.startsWith("\xff\xd8") || isCheapJpeg(await readFile(path));
  } finally {
    await file.close();
  }
}

async function isCheapPng(file: FileHandle): Promise<boolean> {
  let compressed = 0;
  for await (const { type, at, bytes } of chunksOf(file, 8, "png")) {
    if (type === "IEND") return true;
    const isPacked =
      type === "zTXt" || type === "iCCP" || (type === "iTXt" && isCompressed(await read(file, at, 82)));
    if (isPacked) compressed += bytes;
    if (compressed > maxCompressed) return false;
  }
  return true;
}

/** A keyword of 79 bytes at most, a NUL, and whether the text is compressed. */
const isCompressed = (start: Buffer): boolean => start[start.indexOf(0) + 1] !== 0;

async function isCheapWebp(file: FileHandle): Promise<boolean> {
  let frames = 0;
  for await (const { type } of chunksOf(file, 12, "riff")) {
    if (type === "ANMF") frames += 1;
    if (frames > maxFrames) return false;
  }
  return true;
}

function isCheapJpeg(bytes: Buffer): boolean {
  let at = 2;
  for (let count = 0; count < maxSegments; count += 1) {
    while (at < bytes.length && !(bytes[at] === 0xff && hasSegment(bytes[at + 1] ?? 0))) at += 1;
    if (at + 4 > bytes.length || bytes[at + 1] === 0xd9) return true;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Neither a stuffed or filling byte nor a mark that stands alone; the end of the picture counts. */
const hasSegment = (mark: number) => mark > 0x01 && mark !== 0xff && (mark < 0xd0 || mark > 0xd8);

/** @throws Error for more chunks than any picture has */
async function* chunksOf(file: FileHandle, start: number, kind: "png" | "riff"): AsyncGenerator<Chunk> {
  let at = start;
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await read(file, at, 8);
    if (head.length < 8) return;
    const bytes = kind === "png" ? head.readUInt32BE(0) : head.readUInt32LE(4);
    const type = head.toString("latin1", ...(kind === "png" ? [4, 8] : [0, 4]));
    yield { type, at: at + 8, bytes };
    // A PNG's chunk ends with a checksum, a RIFF's at an even place.
    at += 8 + bytes + (kind === "png" ? 4 : bytes % 2);
  }
  throw new Error("a picture of too many chunks");
}

async function read(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}
