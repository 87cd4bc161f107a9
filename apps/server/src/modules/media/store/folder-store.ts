import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
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

/** Files that lie in a folder under their keys. */
export function readFolder(directory: string): MediaReader {
  return {
    async open(key, range) {
      // Opened before it is answered: a file that is removed meanwhile is read to its end all the same.
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
 * A folder of this machine's, or of a disk that several share. What is on its way lies in a folder inside it, so that
 * putting it into place is one rename.
 */
export async function openFolderStore(directory: string): Promise<MediaStore> {
  const incoming = join(directory, incomingName);
  await mkdir(incoming, { recursive: true });
  const storedPath = (key: string) => join(directory, key);
  const heldPath = (key: string) => join(incoming, key);

  return {
    ...readFolder(directory),
    incoming,
    async hold(key, path) {
      try {
        await rename(path, heldPath(key));
        // A disk may find out only now that it has no room.
        await flush(heldPath(key));
        await flush(incoming);
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
      await flush(path);
      await rename(path, storedPath(key));
      await flush(directory);
    },
    remove: (key) => rm(storedPath(key), { force: true }),
    check: async () => {},
    failures: new Tally(),
    close() {},
  };
}

/** Also of a folder: its entries then outlive a power cut. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
