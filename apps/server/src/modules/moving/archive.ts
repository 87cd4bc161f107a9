import { Readable } from "node:stream";
import yazl from "yazl";

/** A file of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  readonly modified: Date;
  /** Whether its bytes are compressed already. */
  readonly isPacked?: boolean;
  /** Opened when its turn comes, one at a time. */
  open(): Promise<Readable>;
}

/** Level of zlib: less than half the time of its usual level, for an eighth more bytes. */
const effort = 2;

/** A ZIP of these files, made while it is read. It fails like the first file that cannot be read. */
export function packArchive(entries: readonly ArchiveEntry[]): Readable {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | null = null;
  const fail = (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on("error", fail);
  // A reader that went away leaves the file that was being read.
  out.once("close", () => current?.destroy());

  for (const { path, modified, isPacked = false, open } of entries) {
    const compressionLevel = isPacked ? 0 : effort;
    zip.addReadStreamLazy(path, { mtime: modified, compressionLevel, mode: 0o100644 }, (give) => {
      open().then((stream) => {
        current = stream;
        stream.once("error", fail);
        if (out.destroyed) stream.destroy();
        else give(null, stream);
      }, fail);
    });
  }
  zip.end();
  return out;
}

/** A text as a file of an archive. */
export const textEntry = (path: string, modified: Date, text: () => Promise<string>): ArchiveEntry => ({
  path,
  modified,
  open: async () => Readable.from([Buffer.from(await text())]),
});
