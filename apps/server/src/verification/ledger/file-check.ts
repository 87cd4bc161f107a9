import { createHash } from "node:crypto";
import { extname } from "node:path";
import { LRUCache } from "lru-cache";
import type { MediaReader } from "../../modules/media/store/media-store.ts";

/** Number of recently read files whose hashes are cached, so that a file quoted by several rows is read once. */
const rememberedFiles = 1_000;

/** The MIME type of each file name extension under which files are stored. */
const typeOfExtension: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".pdf": "application/pdf",
  ".mp4": "video/mp4",
  ".m4a": "audio/mp4",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".vtt": "text/vtt; charset=utf-8",
};

/** A file as its row describes it. */
interface QuotedFile {
  readonly key: string;
  readonly sha256: Buffer;
  readonly bytes: number;
  readonly type: string;
  readonly erasedAt: Date | string | null;
}

interface ReadFile {
  readonly hash: Buffer;
  readonly bytes: number;
}

/** Compares the files that rows quote with the bytes that readers get, except for those known to be `missing`. */
export function createFileCheck(media: MediaReader, missing: ReadonlySet<string>) {
  const known = new LRUCache<string, ReadFile>({ max: rememberedFiles });
  let files = 0;

  /** null if there is no such file. */
  async function read(key: string): Promise<ReadFile | null> {
    const before = known.get(key);
    if (before) return before;
    const content = await media.open(key);
    if (content === null) return null;
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const part of content) {
      hash.update(part);
      bytes += part.length;
    }
    const file = { hash: hash.digest(), bytes };
    known.set(key, file);
    files += 1;
    return file;
  }

  return {
    count: () => files,

    async problemOf(file: QuotedFile | null): Promise<string | null> {
      if (!file || missing.has(file.key)) return null;
      // A file that a row quotes is never erased.
      if (file.erasedAt) return `the file ${file.key} is marked as erased, although it was decided about`;
      const found = await read(file.key);
      if (found === null) return `the file ${file.key} is missing`;
      if (!found.hash.equals(file.sha256)) return `the file ${file.key} has changed since the decision`;
      if (found.bytes !== file.bytes) return `the file ${file.key} is served as one of another length`;
      if (typeOfExtension[extname(file.key)] !== file.type) {
        return `the file ${file.key} is served as ${file.type}`;
      }
      return null;
    },
  };
}
