import { createHash } from "node:crypto";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { BadBackup } from "./manifest.ts";

/** The contents of a backup file by name, in any order and as often as needed. */
export interface ArchiveReader {
  readonly names: readonly string[];
  /** @throws BadBackup if it contains no such file. */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  close(): void;
}

/** @throws BadBackup if the file is not a zip file; with code ENOENT if it does not exist. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const zip = await openZip(path);
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw notWhole(error);
  }
  return {
    names: [...entries.keys()],
    async open(name) {
      const entry = entries.get(name);
      if (!entry) throw new BadBackup(`${name} is missing`);
      try {
        const content = await zip.openReadStreamPromise(entry);
        // When unpacking fails it only emits an error; destroying it passes the error to its reader, even a later one.
        content.on("error", (error) => content.destroy(error));
        return whole(content);
      } catch (error) {
        throw notWhole(error);
      }
    },
    close: () => zip.close(),
  };
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false });
  } catch (error) {
    throw "code" in (error as object) ? error : notWhole(error);
  }
}

async function* whole(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw notWhole(error);
  }
}

function notWhole(error: unknown): BadBackup {
  return new BadBackup(`it is not whole (${(error as Error).message})`, { cause: error });
}

/** Passes all data through and returns its hash at the end. */
export async function* hashing(
  content: AsyncIterable<Buffer>,
  onEnd: (sha256: string, bytes: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  onEnd(hash.digest("hex"), bytes);
}
