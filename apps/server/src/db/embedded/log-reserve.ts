import { link, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isDiskFull } from "../../lib/disk-full.ts";
import { syncPath } from "./durable-files.ts";

/**
 * Keeps spare segments of the write-ahead log ready. PostgreSQL panics if a commit's log does not fit on the disk; any
 * other lack of space is an ordinary error. There are as many as min_wal_size lets it keep (postgres-files.ts): each
 * checkpoint recycles the used ones as future segments.
 */
const reserved = 3;
/** PostgreSQL removes files with this prefix when it recovers from a crash. */
const draftName = "xlogtemp.reserve";
const chunk = Buffer.alloc(1024 * 1024);

/**
 * Creates the missing segments after `current`, as long as there is room.
 * @param directory of the database
 * @param current name of the segment that is being written
 */
export async function reserveLog(directory: string, current: string): Promise<void> {
  const folder = join(directory, "pg_wal");
  const { size } = await stat(join(folder, current));
  const there = new Set(await readdir(folder));
  const missing = following(current, size).filter((name) => !there.has(name));
  try {
    for (const name of missing) await makeSegment(folder, name, size);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  } finally {
    await rm(join(folder, draftName), { force: true });
  }
}

/**
 * Deletes segments that wait to be used again with what they held before. Call it while no statement runs.
 * @param current name of the segment that is being written
 */
export async function dropSpareSegments(directory: string, current: string): Promise<void> {
  const folder = join(directory, "pg_wal");
  const spare = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name > current);
  for (const name of spare) await rm(join(folder, name), { force: true });
  syncPath(folder);
}

/**
 * The segment is complete and on the disk before it gets its name. One that PostgreSQL has made in the meantime stays.
 */
async function makeSegment(folder: string, name: string, size: number): Promise<void> {
  const draft = join(folder, draftName);
  await rm(draft, { force: true });
  const file = await open(draft, "wx", 0o600);
  try {
    for (let written = 0; written < size; written += chunk.length) await file.write(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, join(folder, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  syncPath(folder);
}

/** Names are the timeline and the number of the segment, in two halves of 4 GB. */
function following(current: string, size: number): string[] {
  const perHalf = 0x1_0000_0000 / size;
  const half = (from: number) => Number.parseInt(current.slice(from, from + 8), 16);
  const number = half(8) * perHalf + half(16);
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, "0");
  return Array.from({ length: reserved }, (_, index) => {
    const next = number + 1 + index;
    return `${current.slice(0, 8)}${hex(Math.floor(next / perHalf))}${hex(next % perHalf)}`;
  });
}
