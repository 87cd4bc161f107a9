import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** Milliseconds; no draft of a running process gets so old. */
const oldestDraft = 60_000;

/**
 * Replaces a file, so that it is always whole, and resolves once the new one outlasts a power cut. Only its owner may
 * read it. Folders that are missing are made.
 */
export async function replaceFile(path: string, content: string | Buffer): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  // The new name is in the folder, which has to reach the disk as well.
  await syncToDisk(folder);
}

/** Syncs a file, or the names in a folder, so that they outlast a power cut. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Removes what processes that were killed left half written beside a file. A draft of less than a minute stays: another
 * process may be writing it.
 */
export async function removeDrafts(path: string): Promise<void> {
  const [folder, start] = [dirname(path), `${basename(path)}.`];
  const names = await readdir(folder);
  for (const name of names) {
    if (!name.startsWith(start) || !/^[0-9a-f-]{36}$/.test(name.slice(start.length))) continue;
    const draft = join(folder, name);
    const found = await stat(draft).catch(() => null); // its own process was faster
    if (found && Date.now() - found.mtimeMs > oldestDraft) await rm(draft, { force: true });
  }
}
