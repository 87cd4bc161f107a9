import { createWriteStream } from "node:fs";
import { link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type FileFacts, isMediaName, type MediaStore } from "../modules/media/store/media-store.ts";

/** Files that are not in place yet have a folder of their own. */
export const listMedia = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter(isMediaName).sort();

export async function writeMedia(
  directory: string,
  key: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(content, createWriteStream(join(directory, key), { flags: "wx", flush: true }));
}

/** Sends a folder's files to their store. */
export const sendTo =
  (store: MediaStore, directory: string) =>
  async (files: readonly ({ readonly key: string } & FileFacts)[]): Promise<void> => {
    for (const { key, ...facts } of files) await store.put(key, join(directory, key), facts);
  };

/**
 * Hard-links all files into another folder of the same disk: they stay there whatever happens to the originals. Skips
 * files that are linked already, and files that vanish in the meantime.
 */
export async function linkMedia(directory: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const key of await listMedia(directory)) {
    await link(join(directory, key), join(target, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
    });
  }
}
