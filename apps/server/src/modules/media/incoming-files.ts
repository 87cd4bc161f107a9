import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Writable } from "node:stream";
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

/**
 * Bytes of one write. Another thread makes it, so a few large ones cost less than one for each piece that arrives. As many
 * more may wait for the disk, so that hashing and writing do not wait for one another.
 */
const atOnce = 512 * 1024;
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
        try {
          stream.on("data", measure);
          await pipeline(stream, writeInBlocks(part));
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

/** Finishes once all of it is written, and fails if a write failed, or a sync on the way. */
function writeInBlocks(part: FileHandle): Writable {
  const syncing = syncAsItGrows(part);
  let block: Buffer[] = [];
  let size = 0;

  async function writeBlock(): Promise<void> {
    const [chunks, bytes] = [block, size];
    [block, size] = [[], 0];
    if (bytes === 0) return;
    const { bytesWritten } = await part.writev(chunks);
    // A disk that fills up takes a part of it; the rest fails and says why.
    if (bytesWritten < bytes) await part.appendFile(Buffer.concat(chunks).subarray(bytesWritten));
    syncing.grow(bytes);
  }

  return new Writable({
    highWaterMark: atOnce,
    write(chunk: Buffer, _encoding, done) {
      block.push(chunk);
      size += chunk.length;
      if (size < atOnce) done();
      else writeBlock().then(() => done(), done);
    },
    final(done) {
      writeBlock()
        .then(syncing.last)
        .then(() => done(), done);
    },
  });
}

/** Syncs a growing file now and then, one sync at a time. `last` rejects if any of them failed. */
function syncAsItGrows(part: FileHandle) {
  let unsynced = 0;
  let isBusy = false;
  let last: Promise<void> = Promise.resolve();
  return {
    grow(bytes: number): void {
      unsynced += bytes;
      if (isBusy || unsynced < betweenSyncs) return;
      unsynced = 0;
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
