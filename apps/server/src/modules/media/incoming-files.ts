import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../lib/app-error.ts";
import { isDiskFull } from "../../lib/disk-full.ts";

/** A file as it came in, on its way. */
export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: Buffer;
  /** The MIME type that its sender declared. */
  readonly declaredType: string;
}

const missing = (error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
};

/** What is on its way in a folder of this machine's, until a store takes it over or it goes. */
export function createIncomingFiles(
  folder: string,
  openPart: (path: string) => Promise<FileHandle> = (path) => open(path, "wx"),
) {
  const pathOf = (name: string) => join(folder, name);

  return {
    folder,
    pathOf,

    /** Writes what comes in to the disk as fast as the disk takes it. Leaves nothing when it fails. */
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
      stream.once("error", () => {}); // it may break before it is read, which is when it is heard of
      try {
        // A stream that opened the file by itself could do so after it was told to stop, and after the file was removed.
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

    /** Names of what is on its way or was left on it. */
    names: (): Promise<string[]> => readdir(folder),
    remove: (name: string): Promise<void> => rm(pathOf(name), { force: true }),

    async isOlder(name: string, moment: Date): Promise<boolean> {
      const facts = await stat(pathOf(name)).catch(missing);
      return facts !== undefined && facts.mtimeMs < moment.getTime();
    },
  };
}
export type IncomingFiles = ReturnType<typeof createIncomingFiles>;
