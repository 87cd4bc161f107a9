import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
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

const incomingName = "incoming";
const missing = (error: NodeJS.ErrnoException) => {
  if (error.code !== "ENOENT") throw error;
};

/**
 * Stored files lie in `directory` under their keys. What is on its way lies in a folder beside them, so that
 * putting it into place is one rename: a file is there whole, or not at all.
 */
export async function createMediaFiles(
  directory: string,
  openPart: (path: string) => Writable = (path) => createWriteStream(path, { flags: "wx" }),
) {
  const incoming = join(directory, incomingName);
  await mkdir(incoming, { recursive: true });
  const storedPath = (key: string) => join(directory, key);
  const waitingPath = (key: string) => join(incoming, key);

  return {
    /** Writes what comes in to the disk as fast as the disk takes it. Leaves nothing when it fails. */
    async receive(stream: Readable, declaredType: string): Promise<ReceivedFile> {
      const path = join(incoming, `${randomBytes(16).toString("hex")}.part`);
      const hash = createHash("sha256");
      let bytes = 0;
      async function* measured(source: AsyncIterable<Buffer>) {
        for await (const chunk of source) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
      try {
        await pipeline(stream, measured, openPart(path));
      } catch (error) {
        await rm(path, { force: true });
        throw explain(error);
      }
      return { path, bytes, sha256: hash.digest(), declaredType };
    },

    discard: ({ path }: ReceivedFile): Promise<void> => rm(path, { force: true }),

    /** Lets a received file wait for its place under `key`, as it is and safe on the disk. */
    async hold(key: string, { path }: ReceivedFile): Promise<void> {
      try {
        await rename(path, waitingPath(key));
        // A disk may find out only now that it has no room.
        await flush(waitingPath(key));
        await flush(incoming);
      } catch (error) {
        await rm(waitingPath(key), { force: true });
        throw explain(error);
      }
    },

    /** Where files that are made here wait, each written and flushed by its maker ... */
    waitingDirectory: incoming,
    /** ... whose entries are safe on the disk after this. */
    holdMade: (): Promise<void> => flush(incoming),

    /** Puts a waiting file into its place; one that is there already stays. */
    place: (key: string): Promise<void> => rename(waitingPath(key), storedPath(key)).catch(missing),
    drop: (key: string): Promise<void> => rm(waitingPath(key), { force: true }),
    remove: (key: string): Promise<void> => rm(storedPath(key), { force: true }),

    /** Names of what is on its way or was left on it. */
    waiting: (): Promise<string[]> => readdir(incoming),
    stored: async (): Promise<string[]> => (await readdir(directory)).filter((name) => name !== incomingName),
    isWaitingSince: (name: string, moment: Date): Promise<boolean> => isOlder(waitingPath(name), moment),
    isStoredSince: (name: string, moment: Date): Promise<boolean> => isOlder(storedPath(name), moment),
  };
}
export type MediaFiles = Awaited<ReturnType<typeof createMediaFiles>>;

const explain = (error: unknown): unknown => (isDiskFull(error) ? new AppError("storage_full") : error);

/** Also of a directory: its entries then outlive a power cut. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isOlder(path: string, moment: Date): Promise<boolean> {
  const facts = await stat(path).catch(missing);
  return facts !== undefined && facts.mtimeMs < moment.getTime();
}
