import { randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { limits } from "@cairn/contract";
import { ensure } from "../../lib/app-error.ts";
import type { IncomingFiles, ReceivedFile } from "./incoming-files.ts";
import { declaredKind, type Kind, kindOfHead } from "./kinds.ts";
import { readFilm } from "./mp4.ts";
import type { PictureProcess } from "./pictures/picture-process.ts";
import type { MadePicture, PictureTask } from "./pictures/tasks.ts";
import type { MediaStore } from "./store/media-store.ts";

/** A checked file that waits under its key for the row that names it. */
export interface HeldFile {
  readonly key: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly type: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
}

const headBytes = 4096;
/** Where the end record of a ZIP can be: it is 22 bytes and a comment of at most 65,535. */
const zipTailBytes = 22 + 65_535;

interface Dependencies {
  files: IncomingFiles;
  store: MediaStore;
  pictures: PictureProcess;
}

/**
 * Checks what a file is by its own bytes and by its declaration, and holds what is to be stored: pictures made
 * anew, PDFs and films as they came.
 */
export function createIntake({ files, store, pictures }: Dependencies) {
  async function holdPictures({ path }: ReceivedFile, make: PictureTask["make"]): Promise<HeldFile[]> {
    const stem = newStem();
    const mostPixels = limits.picturePixels;
    const task = { source: path, directory: files.folder, stem, make, mostPixels };
    try {
      return await holdAll(await pictures.make(task));
    } catch (error) {
      // A process that was ended in the middle may leave half of one.
      for (const name of await files.names()) if (name.startsWith(stem)) await files.remove(name);
      throw error;
    }
  }

  /** All of them or none. */
  async function holdAll(made: readonly MadePicture[]): Promise<HeldFile[]> {
    const held: HeldFile[] = [];
    try {
      for (const { name, sha256, ...facts } of made) {
        const file = { key: name, sha256: Buffer.from(sha256), durationSeconds: null, ...facts };
        await store.hold(name, files.pathOf(name), file);
        held.push(file);
      }
      return held;
    } catch (error) {
      // What cannot be dropped now either goes with the sweep.
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

  const holdPdf = (file: ReceivedFile): Promise<HeldFile> =>
    holdAsItIs(file, "pdf", { type: "application/pdf", width: null, height: null, durationSeconds: null });

  async function holdFilm(file: ReceivedFile, asAudio: boolean): Promise<HeldFile> {
    const film = await reading(file.path, (handle) => readFilm(handle, file.bytes));
    ensure(film, "file_type_refused");
    const { hasPictures, ...facts } = film;
    return asAudio && !hasPictures
      ? holdAsItIs(file, "m4a", { type: "audio/mp4", ...facts })
      : holdAsItIs(file, "mp4", { type: "video/mp4", ...facts });
  }

  return {
    /** `asAudio`: a film without moving pictures is a recording if its sender says so. */
    async take(file: ReceivedFile, { asAudio }: { asAudio: boolean }): Promise<HeldFile[]> {
      const kind = await kindOf(file);
      if (kind === "picture") return holdPictures(file, "page");
      return [kind === "pdf" ? await holdPdf(file) : await holdFilm(file, asAudio)];
    },

    /** A face in its sizes, largest first. */
    async takeAvatar(file: ReceivedFile): Promise<HeldFile[]> {
      ensure((await kindOf(file)) === "picture", "file_type_refused", {
        sentence: "Only JPEG and PNG pictures are allowed.",
      });
      return holdPictures(file, "squares");
    },
  };
}

/** @throws AppError file_type_refused unless bytes and declaration agree on something that is taken. */
async function kindOf({ path, bytes, declaredType }: ReceivedFile): Promise<Kind> {
  return reading(path, async (file) => {
    const kind = await kindOfHead(await read(file, 0, Math.min(bytes, headBytes)));
    ensure(kind !== null && kind === declaredKind(declaredType), "file_type_refused");
    // Readers would get one file and somebody else's program another: ZIPs are read from their end.
    ensure(!(await endsAsZip(file, bytes)), "file_type_refused");
    return kind;
  });
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

/** Says nothing about the file, its sender or the time. */
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
