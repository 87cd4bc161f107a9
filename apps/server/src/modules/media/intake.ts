import { randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { limits, messages } from "@cairn/contract";
import { AppError, ensure } from "../../lib/app-error.ts";
import {
  declaredKind,
  type FoundKind,
  headerOfPdf,
  isOnlyOfPrinters,
  isPosterType,
  isTextPictureType,
  isUndeclared,
  type Kind,
  kindOfHead,
} from "./file-kinds.ts";
import type { IncomingFiles, ReceivedFile } from "./incoming-files.ts";
import { readMp4, startOfMp4 } from "./mp4.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";
import type { MadePicture, PictureTask } from "./pictures/picture-tasks.ts";
import type { MediaStore } from "./store/media-store.ts";

/** A checked file that is held under its key until its row commits. */
export interface HeldFile {
  readonly key: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Of a PDF. */
  readonly pages?: number | null;
  readonly colour?: string;
}

/** What to say of a file that cannot be a text's picture. */
export const textPictureSentences = {
  type: "Only PNG, JPEG, WebP, GIF and AVIF pictures are allowed.",
  size: "A picture in a text can have at most 10 MB.",
};

/** What to say of a file that cannot be a poster. */
export const posterSentences = {
  type: "Only JPEG, PNG and WebP pictures can be a poster.",
  size: "A poster can have at most 10 MB.",
};

const avatarSentence = "Only JPEG and PNG pictures are allowed.";

/** What to say of an MP4 that breaks off. */
const cutMp4 = "This MP4 is not complete. Save it as an MP4 again and send that.";
/** What to say of an MP4 that nobody could play (docs/rules.md#refused-files). */
const unplayable = {
  film: "Browsers cannot play this video. Save it as an MP4 with H.264 and AAC and send that.",
  recording: "Browsers cannot play this recording. Save it as an MP3 and send that.",
};

/** Phone cameras produce up to 108 million pixels; decoded small, such a JPEG takes less memory than others of 40 million. */
const maxShrunkPixels = 120_000_000;
const headBytes = 4096;
/** Where the end record of a ZIP can be: 22 bytes plus a comment of at most 65,535 bytes. */
const zipTailBytes = 22 + 65_535;
/** Where the end mark of a PDF has to be. */
const pdfTailBytes = 8192;
/** What to say of a PDF that has no end mark (docs/rules.md#refused-files). */
const cutPdf = "This PDF is not complete: save it as a PDF again and send that.";
const lockedPdf = "This PDF asks for a password. Save it without one and send that.";

interface Dependencies {
  files: IncomingFiles;
  store: MediaStore;
  pictures: PictureProcess;
}

/**
 * Determines a file's type from its bytes and its declared type, and holds what is to be stored: pictures are
 * re-encoded, PDFs and MP4s kept as received.
 */
export function createIntake({ files, store, pictures }: Dependencies) {
  /** `by`: the process that makes them; `keyStem`: how their keys begin. */
  async function holdPictures(
    memberId: number | null,
    { path }: Pick<ReceivedFile, "path">,
    make: PictureTask["make"],
    { by = pictures, keyStem }: { by?: PictureProcess; keyStem?: string } = {},
  ): Promise<HeldFile[]> {
    const stem = newStem();
    const most = { maxPixels: limits.picturePixels, maxShrunkPixels };
    const task = { source: path, directory: files.folder, stem, make, ...most };
    try {
      return await holdAll(await by.make(memberId, task), (name) => name.replace(stem, keyStem ?? stem));
    } catch (error) {
      // A killed process may leave a partly written file.
      for (const name of await files.names()) if (name.startsWith(stem)) await files.remove(name);
      throw error;
    }
  }

  /** Holds all of them or none. */
  async function holdAll(made: readonly MadePicture[], keyOf: (name: string) => string): Promise<HeldFile[]> {
    const held: HeldFile[] = [];
    try {
      for (const { name, sha256, ...facts } of made) {
        const file = { key: keyOf(name), sha256: Buffer.from(sha256), durationSeconds: null, ...facts };
        await store.hold(file.key, files.pathOf(name), file);
        held.push(file);
      }
      return held;
    } catch (error) {
      // The sweep removes whatever cannot be dropped now.
      for (const { key } of held) await store.drop(key).catch(() => {});
      throw error;
    }
  }

  async function holdAsItIs(
    { path, bytes, sha256 }: ReceivedFile,
    extension: string,
    facts: Omit<HeldFile, "key" | "sha256" | "bytes">,
  ): Promise<HeldFile> {
    const file = { key: `${newStem()}.${extension}`, sha256, bytes, ...facts };
    await store.hold(file.key, path, file);
    return file;
  }

  async function holdPdf(memberId: number, file: ReceivedFile): Promise<HeldFile> {
    const end = await reading(file.path, (handle) => endOfPdf(handle, file.bytes));
    ensure(end !== "missing", "file_type_refused", { sentence: cutPdf });
    ensure(end === "good", "file_type_refused");
    const { pages, isLocked } = await pictures.readPdf(memberId, file.path);
    ensure(!isLocked, "file_type_refused", { sentence: lockedPdf });
    const facts = { type: "application/pdf", width: null, height: null, durationSeconds: null, pages };
    return holdAsItIs(file, "pdf", facts);
  }

  async function holdMp4(file: ReceivedFile, asAudio: boolean): Promise<HeldFile> {
    const found = await reading(file.path, (handle) => readMp4(handle, file.bytes));
    ensure(found, "file_type_refused");
    ensure(found !== "cut", "file_type_refused", { sentence: cutMp4 });
    ensure(found !== "unplayable", "file_type_refused", {
      sentence: asAudio ? unplayable.recording : unplayable.film,
    });
    const { hasPictures, ...facts } = found;
    return asAudio && !hasPictures
      ? holdAsItIs(file, "m4a", { type: "audio/mp4", ...facts })
      : holdAsItIs(file, "mp4", { type: "video/mp4", ...facts });
  }

  async function holdRecording(memberId: number, file: ReceivedFile, kind: "mp3" | "ogg"): Promise<HeldFile> {
    const durationSeconds = await pictures.measure(memberId, { source: file.path, kind });
    const type = kind === "mp3" ? "audio/mpeg" : "audio/ogg";
    return holdAsItIs(file, kind, { type, width: null, height: null, durationSeconds });
  }

  return {
    /** WebVTT that was written here. */
    async holdCaptions(vtt: string): Promise<HeldFile> {
      const type = "text/vtt; charset=utf-8";
      const file = await files.receive(Readable.from([vtt], { objectMode: false }), type);
      return holdAsItIs(file, "vtt", { type, width: null, height: null, durationSeconds: null });
    },

    /** `asAudio`: treats an MP4 without a video track as audio, as its sender requested. */
    async check(
      memberId: number,
      file: ReceivedFile,
      { asAudio }: { asAudio: boolean },
    ): Promise<HeldFile[]> {
      const { kind, mime } = await kindOf(file);
      ensureSize(kind, file.bytes);
      if (kind === "picture") return holdPictures(memberId, file, "page");
      if (kind === "pdf") return [await holdPdf(memberId, file)];
      const type = isUndeclared(file.declaredType) ? mime : file.declaredType;
      if (kind === "mp4") return [await holdMp4(file, asAudio || type.startsWith("audio/"))];
      return [await holdRecording(memberId, file, kind)];
    },

    /** A stored picture in smaller files, made by a process of their own and held under keys that begin like its own. */
    makeRenditions: (key: string, { path }: ReceivedFile, by: PictureProcess): Promise<HeldFile[]> =>
      holdPictures(null, { path }, "renditions", { by, keyStem: key.split(".", 1)[0] }),

    /** A picture for a text, and after it its smaller files. `isMade`: it stays as it is. */
    async checkTextPicture(memberId: number, file: ReceivedFile, isMade: boolean): Promise<HeldFile[]> {
      await ensurePicture(file, isTextPictureType, textPictureSentences.type);
      return holdPictures(memberId, file, isMade ? "made text" : "text");
    },

    /** A JPEG or a PNG, whatever was sent: its smaller files are made like those of other pictures of items. */
    async checkPoster(memberId: number, file: ReceivedFile): Promise<HeldFile[]> {
      await ensurePicture(file, isPosterType, posterSentences.type);
      return holdPictures(memberId, file, "poster");
    },

    /** A profile picture in its sizes, largest first. */
    async checkAvatar(memberId: number, file: ReceivedFile): Promise<HeldFile[]> {
      const found = await kindOf(file, avatarSentence);
      if (found.kind !== "picture") throw otherKind(found, avatarSentence);
      return holdPictures(memberId, file, "squares");
    },
  };
}

/** @throws AppError file_type_refused unless bytes and declared type agree on an accepted kind. `allowed`: which ones are */
async function kindOf(
  { path, bytes, declaredType }: ReceivedFile,
  allowed: string = messages.fileTypeRefused,
): Promise<AcceptedKind> {
  return reading(path, async (file) => {
    const found = agreedKind(await kindAtStart(file, bytes), declaredType, allowed);
    // Refuses files that are also ZIPs: ZIPs are read from their end, so another program could see a different file
    // than readers do.
    ensure(!(await endsAsZip(file, bytes)), "file_type_refused", { sentence: allowed });
    return found;
  });
}

type AcceptedKind = FoundKind & { kind: Kind; mime: string };

function agreedKind(found: FoundKind, declaredType: string, allowed: string): AcceptedKind {
  const { kind, mime, name } = found;
  if (kind === null || mime === null) throw otherKind(found, allowed);
  ensure(isUndeclared(declaredType) || kind === declaredKind(declaredType), "file_type_refused", {
    sentence: `This is ${name}, but it was sent as ${declaredType}. Give its name the ending of its kind and send it again.`,
  });
  return { kind, mime, name };
}

/** Only films and recordings may be larger than what a form takes. @throws AppError file_too_large */
function ensureSize(kind: Kind | null, bytes: number): void {
  const isShort = kind === "picture" || kind === "pdf";
  ensure(!isShort || bytes <= limits.uploadBytes, "file_too_large", {
    sentence: "A picture or PDF can have at most 50 MB.",
  });
}

/** A file that is about to be sent. @throws AppError file_type_refused, file_too_large */
export function checkDeclared(declaredType: string, bytes: number): void {
  const kind = declaredKind(declaredType);
  ensure(kind !== null || isUndeclared(declaredType), "file_type_refused");
  ensureSize(kind, bytes);
}

/** The first bytes of a file that will have so many. @throws AppError file_type_refused, file_too_large */
export async function checkBeginning(first: ReceivedFile, bytes: number): Promise<void> {
  const found = await reading(first.path, (file) => kindAtStart(file, first.bytes));
  ensureSize(agreedKind(found, first.declaredType, messages.fileTypeRefused).kind, bytes);
}

/** By its bytes alone. @throws AppError file_type_refused. `allowed`: which kinds `isTaken` takes */
async function ensurePicture(
  { path, bytes }: ReceivedFile,
  isTaken: (mime: string) => boolean,
  allowed: string,
): Promise<void> {
  const { found, isZip } = await reading(path, async (handle) => ({
    found: await kindAtStart(handle, bytes),
    isZip: await endsAsZip(handle, bytes),
  }));
  if (isZip || !isTaken(found.mime ?? "")) throw otherKind(found, allowed);
}

async function kindAtStart(file: FileHandle, size: number): Promise<FoundKind> {
  const start = await startOfMp4(file, size);
  return kindOfHead(await read(file, start, Math.min(size - start, headBytes)));
}

const otherKind = ({ name }: FoundKind, allowed: string) =>
  new AppError("file_type_refused", { sentence: name === null ? allowed : `This is ${name}. ${allowed}` });

/**
 * Requires a PDF header and an object at the beginning, and the end mark at the end with nothing after it but what
 * printers add: an HTML page has none of these. null if the file is not a PDF.
 */
async function endOfPdf(file: FileHandle, size: number): Promise<"good" | "missing" | null> {
  const head = await read(file, 0, Math.min(size, headBytes));
  const start = headerOfPdf(head);
  if (start === null) return null;
  const begins = /^%PDF-[12]\.\d\s[\s\S]*?\b\d{1,10}\s+\d{1,5}\s+obj\b/;
  if (!begins.test(head.toString("latin1", start))) return null;
  const tail = await read(file, Math.max(0, size - pdfTailBytes), Math.min(size, pdfTailBytes));
  const mark = tail.lastIndexOf("%%EOF", undefined, "latin1");
  if (mark < 0) return "missing";
  return isOnlyOfPrinters(tail.toString("latin1", mark + 5)) ? "good" : null;
}

async function endsAsZip(file: FileHandle, size: number): Promise<boolean> {
  const start = Math.max(0, size - zipTailBytes);
  const tail = await read(file, start, size - start);
  const record = Buffer.from("PK\x05\x06", "latin1");
  for (let at = tail.lastIndexOf(record); at >= 0; at = at > 0 ? tail.lastIndexOf(record, at - 1) : -1) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

/** A random name that reveals nothing about the file, its sender or the time. */
const newStem = () => randomBytes(16).toString("hex");

async function reading<Result>(path: string, look: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const file = await open(path, "r");
  try {
    return await look(file);
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
