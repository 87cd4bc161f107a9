import { createHash } from "node:crypto";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { BadBackup } from "./manifest.ts";

/** The contents of a backup's file by their names, in any order and as often as wanted. */
export interface ArchiveReader {
  readonly names: readonly string[];
  /** @throws BadBackup when there is no such file in it. */
  open(name: string): Promise<AsyncIterable<Buffer>>;
  close(): void;
}

/** @throws BadBackup when the file is no zip file; with code ENOENT when there is none. */
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
        // It only says so when unpacking fails: destroyed, it tells whoever reads it, even later.
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

/** Passes everything through and says its hash at the end. */
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
