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

    /** Writes the stream to the disk, with backpressure. Leaves no file behind on failure. */
    async receive(stream: Readable, declaredType: string): Promise<ReceivedFile> {
      const path = pathOf(`${randomBytes(16).toString("hex")}.part`);
      const hash = createHash("sha256");
      let bytes = 0;
      async function* measured(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
      stream.once("error", () => {}); // it may fail before the pipeline handles its errors
      try {
        // A stream that opens the file itself could do so after it was destroyed and the file was removed.
        const part = await openPart(path);
        try {
          await pipeline(stream, measured, part.createWriteStream());
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
