import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncToDisk } from "@cairn/node";
import { AppError } from "../../../lib/app-error.ts";
import { isDiskFull } from "../../../lib/disk-full.ts";
import { Tally } from "../../../lib/tally.ts";
import type { MediaReader, MediaStore } from "./media-store.ts";

const incomingName = "incoming";
const batch = 500;

const missing = (error: NodeJS.ErrnoException): null => {
  if (error.code !== "ENOENT") throw error;
  return null;
};

/** Files stored in a folder under their keys. */
export function readFolder(directory: string): MediaReader {
  return {
    async open(key, range) {
      // Opens the file before answering, so that it can be read to its end even if it is removed meanwhile.
      const file = await open(join(directory, key)).catch(missing);
      return file?.createReadStream(range) ?? null;
    },
    since: async (key) => (await stat(join(directory, key)).catch(missing))?.mtime ?? null,
    async *list() {
      const names = (await readdir(directory)).filter((name) => name !== incomingName);
      for (let start = 0; start < names.length; start += batch) yield names.slice(start, start + batch);
    },
  };
}

/**
 * A folder on this machine, or on a disk that several machines share. Incoming files are in a subfolder, so that
 * putting one into place is a single rename.
 */
export async function openFolderStore(directory: string): Promise<MediaStore> {
  const incoming = join(directory, incomingName);
  await mkdir(incoming, { recursive: true });
  const storedPath = (key: string) => join(directory, key);
  const heldPath = (key: string) => join(incoming, key);
  const folder = readFolder(directory);
  /** If the folder itself or its disk is gone, throws instead of reporting a file as missing. */
  async function orAway<Found>(found: Found | null): Promise<Found | null> {
    if (found === null) await stat(incoming);
    return found;
  }

  return {
    ...folder,
    open: async (key, range) => orAway(await folder.open(key, range)),
    since: async (key) => orAway(await folder.since(key)),
    incoming,
    async hold(key, path) {
      try {
        await rename(path, heldPath(key));
        // A full disk may be reported only at this point.
        await syncToDisk(heldPath(key));
        await syncToDisk(incoming);
      } catch (error) {
        await rm(heldPath(key), { force: true });
        throw isDiskFull(error) ? new AppError("storage_full") : error;
      }
    },
    async place(key) {
      await rename(heldPath(key), storedPath(key)).catch(missing);
    },
    drop: (key) => rm(heldPath(key), { force: true }),
    async put(key, path) {
      await syncToDisk(path);
      await rename(path, storedPath(key));
      await syncToDisk(directory);
    },
    remove: (key) => rm(storedPath(key), { force: true }),
    check: async () => {},
    failures: new Tally(),
    close() {},
  };
}
