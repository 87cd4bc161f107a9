import { createWriteStream } from "node:fs";
import { link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type FileFacts, isMediaName, type MediaStore } from "../modules/media/store/media-store.ts";

/** What is on its way lies in a folder of its own. */
export const listMedia = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter(isMediaName).sort();

export async function writeMedia(
  directory: string,
  key: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(content, createWriteStream(join(directory, key), { flags: "wx", flush: true }));
}

/** Sends files of a folder to their store. */
export const sendTo =
  (store: MediaStore, directory: string) =>
  async (files: readonly ({ readonly key: string } & FileFacts)[]): Promise<void> => {
    for (const { key, ...facts } of files) await store.put(key, join(directory, key), facts);
  };

/**
 * Gives all files a second name in another folder of the same disk: they stay there whatever becomes of the first.
 * Files that have it already, and files that vanish meanwhile, are passed over.
 */
export async function linkMedia(directory: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const key of await listMedia(directory)) {
    await link(join(directory, key), join(target, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
    });
  }
}
