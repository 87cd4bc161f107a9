import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { AppError, ensure } from "../../lib/app-error.ts";

/** Files that are to be taken in. */
export interface ImportSource {
  /** Bytes by path, with slashes, from the top folder. */
  readonly files: ReadonlyMap<string, number>;
  open(path: string): Promise<Readable>;
  close(): Promise<void>;
}

/** What one import takes at most: files, and bytes of all of them unpacked. */
const importBounds = { files: 5_000, bytes: 2 * 1024 ** 3 };
/** Bytes that one import reads from large files: many texts may name the same film. */
const mostRead = 2 * importBounds.bytes;
/** Files of up to this many bytes do not count towards that. */
const small = 1024 ** 2;
/** Entries of a ZIP, with its folders and what systems put beside files. */
const maxEntries = 4 * importBounds.files;
/** Bytes beside the name that the list of a ZIP may hold of a file; those of systems take some dozen. */
const longestExtra = 1_024;
/** Characters of a file's path. */
const longestPath = 500;

const tooMuch = "You can import at most 5,000 files of 2 GB in all at once.";

const otherMethod =
  "This ZIP is compressed in a way that this site cannot read. Pack it as a usual ZIP (Deflate).";

/** Whether a file declared as this may be a ZIP or Markdown; its bytes decide. */
export const isArchiveType = (type: string): boolean =>
  ["zip", "x-zip-compressed", "octet-stream"].some((known) => type === `application/${known}`) ||
  ["markdown", "x-markdown", "plain"].some((known) => type === `text/${known}`);

/**
 * Collects files within the bounds. Names that begin with a dot are systems' own. A name may be written in two forms, as a Mac
 * does: files are known by its NFC (docs/rules.md#invisible-text).
 */
class Files<Place> {
  readonly found = new Map<string, number>();
  readonly #places = new Map<string, Place>();
  #bytes = 0;
  #read = 0;

  /** @throws AppError body_too_large, file_type_refused */
  add(written: string, bytes: number, place: Place): void {
    ensure(written.length <= longestPath, "file_type_refused", {
      sentence: `A file path can have at most ${longestPath} characters.`,
    });
    const path = written.normalize("NFC");
    if (path.split("/").some((name) => name.startsWith(".") || name === "__MACOSX")) return;
    this.#bytes += bytes;
    const fits = this.found.size < importBounds.files && this.#bytes <= importBounds.bytes;
    ensure(fits, "body_too_large", { sentence: tooMuch });
    this.found.set(path, bytes);
    this.#places.set(path, place);
  }

  /** Where a file of `found` lies, which is read now. @throws AppError body_too_large */
  toRead(path: string): Place {
    const place = this.#places.get(path);
    if (place === undefined) throw new Error(`no file ${path}`);
    const bytes = this.found.get(path) ?? 0;
    if (bytes > small) this.#read += bytes;
    ensure(bytes <= small || this.#read <= mostRead, "body_too_large", { sentence: tooMuch });
    return place;
  }
}

/** A folder of this machine. Links in it are not followed. @throws AppError not_found */
export async function openFolder(folder: string): Promise<ImportSource> {
  const known = await stat(folder).catch(() => null);
  ensure(known?.isDirectory(), "not_found", { sentence: `There is no folder ${folder}.` });
  const files = new Files<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.add(path.slice(join(folder, sep).length).split(sep).join("/"), (await stat(path)).size, path);
  }
  return {
    files: files.found,
    open: async (path) => createReadStream(files.toRead(path)),
    close: async () => {},
  };
}

/**
 * A received file: a ZIP, or one Markdown file. Names that lead out of the ZIP, links and encrypted files in it are
 * refused; a file that unpacks to another size than the ZIP says fails when it is read.
 * @throws AppError file_type_refused, body_too_large
 */
export async function openReceived({ path, bytes }: { path: string; bytes: number }): Promise<ImportSource> {
  if (!(await beginsAsZip(path))) {
    return {
      files: new Map([["item.md", bytes]]),
      open: async () => createReadStream(path),
      close: async () => {},
    };
  }
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(refuse);
  try {
    ensure(zip.entryCount <= maxEntries, "body_too_large", { sentence: tooMuch });
    const files = new Files<yauzl.Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName.endsWith("/")) continue;
        if (isLink(entry) || entry.isEncrypted()) throw new Error("a link, or encrypted");
        // The entry keeps an object of each extra field until the import ends.
        if (entry.extraFieldLength + entry.fileCommentLength > longestExtra)
          throw new Error("much beside its files");
        ensure(isReadable(entry), "file_type_refused", { sentence: otherMethod });
        files.add(entry.fileName, entry.uncompressedSize, entry);
      }
    } catch (error) {
      refuse(error);
    }
    ensure(files.found.size > 0, "file_type_refused", { sentence: "This ZIP is empty." });
    return {
      files: files.found,
      open: async (name) => zip.openReadStreamPromise(files.toRead(name)),
      close: async () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw new AppError("file_type_refused", {
    sentence:
      "This ZIP cannot be read. It is damaged or encrypted, or it has links or names that lead out of it.",
  });
}

/** Stored as it is, or with Deflate. */
const isReadable = ({ compressionMethod }: yauzl.Entry) => compressionMethod === 0 || compressionMethod === 8;

/** The kind of file as Unix notes it, in the upper half of the attributes. */
const isLink = ({ externalFileAttributes }: yauzl.Entry) =>
  ((externalFileAttributes >>> 16) & 0o170000) === 0o120000;

async function beginsAsZip(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && ["PK\x03\x04", "PK\x05\x06"].includes(buffer.toString("latin1"));
  } finally {
    await file.close();
  }
}
