import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Database } from "../../db/database.ts";
import { isMachineFault, wordsForFault } from "../../lib/machine-fault.ts";
import { findMedia, keptKeys, namedMedia } from "./media.repository.ts";
import type { MediaStore } from "./store/media-store.ts";

export interface FileCheck {
  readonly read: number;
  /** One line for each file that differs from its row. */
  readonly misfits: readonly string[];
  /** Files without a row. */
  readonly unnamed: readonly string[];
}

const batch = 500;

/** Compares every file that a row names with its hash, and finds files without a row. */
export async function checkFiles(db: Database, store: MediaStore): Promise<FileCheck> {
  const misfits: string[] = [];
  let read = 0;
  let after = "";
  while (true) {
    const rows = await namedMedia(db.query, after, batch);
    for (const { key, sha256 } of rows) {
      after = key;
      read += 1;
      const problem = await problemOf(store, key, sha256);
      // On a running site, the file may have been deleted since it was listed.
      if (problem && (await findMedia(db.query, key))) misfits.push(`${key} ${problem}`);
    }
    if (rows.length < batch) break;
  }
  const unnamed: string[] = [];
  for await (const names of store.list()) {
    const kept = await keptKeys(db.query, names);
    unnamed.push(...names.filter((name) => !kept.has(name)));
  }
  return { read, misfits, unnamed };
}

async function problemOf(store: MediaStore, key: string, sha256: Buffer): Promise<string | null> {
  try {
    // Its row has committed, so a file that is still held must be put into place first.
    const content = (await store.open(key)) ?? (await store.place(key).then(() => store.open(key)));
    if (content === null) return "is missing";
    const hash = createHash("sha256");
    await pipeline(content, hash);
    return hash.digest().equals(sha256) ? null : "has changed since it was stored";
  } catch (error) {
    if (!isMachineFault(error)) throw error;
    return `cannot be read: ${wordsForFault(error)}`;
  }
}
