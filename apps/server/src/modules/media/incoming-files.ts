import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../lib/app-error.ts";
import { isDiskFull } from "../../lib/disk-full.ts";

/** A received file that is not stored yet. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** The MIME type that the sender declared. */
  readonly declaredType: string;
}

/** Bytes that may wait for the disk, so that hashing and writing do not wait for one another. */
const ahead = 512 * 1024;
/** Bytes after which the disk is asked to write, so that little is left when the whole file has to be on it. */
const betweenSyncs = 4 * 1024 * 1024;

const missing = (error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
};

/** Received files in a local folder, until a store takes them over or they are deleted. */
export function createIncomingFiles(
  folder: string,
  openPart: (path: string) => Promise<FileHandle> = (path) => open(path, "wx"),
) {
  const pathOf = (name: string) => join(folder, name);

  return {
    folder,
    pathOf,

    /** Hashes the stream while it is written to the disk, with backpressure. Leaves no file behind on failure. */
    async receive(stream: Readable, declaredType: string): Promise<ReceivedFile> {
      const path = pathOf(`${randomBytes(16).toString("hex")}.part`);
      const hash = createHash("sha256");
      let bytes = 0;
      const measure = (chunk: Buffer) => {
        hash.update(chunk);
        bytes += chunk.length;
      };
      stream.once("error", () => {}); // it may fail before the pipeline handles its errors
      try {
        // A stream that opens the file itself could do so after it was destroyed and the file was removed.
        const part = await openPart(path);
        const syncing = syncAsItGrows(part, () => bytes);
        try {
          stream.on("data", measure).on("data", syncing.look);
          await pipeline(stream, part.createWriteStream({ highWaterMark: ahead }));
          await syncing.last();
        } finally {
          await part.close();
        }
      } catch (error) {
        await rm(path, { force: true });
        throw isDiskFull(error) ? new AppError("storage_full") : error;
      }
      return { path, bytes, sha256: hash.digest(), declaredType };
    },

    discard: ({ path }: ReceivedFile): Promise<void> => rm(path, { force: true }),

    /** Names of files being received, and of leftovers. */
    names: (): Promise<string[]> => readdir(folder),
    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),

    async isOlder(name: string, moment: Date): Promise<boolean> {
      const facts = await stat(pathOf(name)).catch(missing);
      return facts !== undefined && facts.mtimeMs < moment.getTime();
    },
  };
}
export type IncomingFiles = ReturnType<typeof createIncomingFiles>;

/** Syncs a growing file now and then, one sync at a time. `last` rejects if any of them failed. */
function syncAsItGrows(part: FileHandle, size: () => number) {
  let asked = 0;
  let isBusy = false;
  let last: Promise<void> = Promise.resolve();
  return {
    look(): void {
      if (isBusy || size() - asked < betweenSyncs) return;
      asked = size();
      isBusy = true;
      last = last.then(() => part.datasync());
      // A failure stays in `last`, which is awaited at the end of the file.
      const ended = () => {
        isBusy = false;
      };
      last.then(ended, ended);
    },
    last: () => last,
  };
}
