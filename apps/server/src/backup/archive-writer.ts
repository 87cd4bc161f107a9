import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { PassThrough, type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { syncToDisk } from "@cairn/node";
import { ZipFile } from "yazl";

export interface ArchiveWriter {
  /** Adds one file and resolves when it is written. */
  add(name: string, content: Readable, how: { compress: boolean }): Promise<Added>;
  /** Finishes the archive and gives it its name. */
  finish(): Promise<void>;
  /** Removes the unfinished archive. */
  abandon(): Promise<void>;
}

export interface Added {
  readonly bytes: number;
  readonly sha256: string;
}

/** A backup holds password hashes, so only its owner may read it. */
const mode = 0o600;

/**
 * A zip file, written as a stream and renamed to its final name when it is complete and safe on the disk.
 * @throws with code EEXIST if the file exists already: a backup never replaces another.
 */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  await (await open(path, "wx", mode)).close();
  await rm(path);
  const zip = new ZipFile();
  const output = createWriteStream(draft, { mode });
  const written = pipeline(zip.outputStream as Readable, output);
  // The next call to add or finish gets the error.
  written.catch(() => {});

  return {
    async add(name, content, { compress }) {
      const hash = createHash("sha256");
      let bytes = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          bytes += chunk.length;
          done(null, chunk);
        },
      });
      const entry = new PassThrough();
      zip.addReadStream(entry, name, { compress, mtime: new Date(0) });
      await Promise.race([pipeline(content, measured, entry), written.then(() => closedEarly())]);
      return { bytes, sha256: hash.digest("hex") };
    },

    async finish() {
      zip.end();
      await written;
      await syncToDisk(draft);
      await link(draft, path);
      await rm(draft);
      await syncToDisk(dirname(path));
    },

    async abandon() {
      output.destroy();
      // Pending writes fail now; only the reason for abandoning matters.
      if (!output.closed) await once(output, "close").catch(() => {});
      await rm(draft, { force: true });
    },
  };
}

function closedEarly(): never {
  throw new Error("The backup's file was closed while it was being written");
}
