import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Names of stored media; what is on its way lies in a folder of its own. */
const mediaName = /^[a-z0-9]{16,64}\.[a-z0-9]{2,5}$/;

export const listMedia = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => mediaName.test(name)).sort();

export const isMediaName = (name: string): boolean => mediaName.test(name);

export const readMedia = (directory: string, key: string): Readable => createReadStream(join(directory, key));

export async function writeMedia(
  directory: string,
  key: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(content, createWriteStream(join(directory, key), { flags: "wx", flush: true }));
}

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
