import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "@cairn/node";
import { keyFile } from "../modules/ledger/log/log-keys.ts";

/** A restore is built here, complete and checked, before it replaces the existing data. */
const stagingName = "restoring";
const readyName = "ready";
/**
 * The parts of the data directory besides secrets, mail and logs, including the key of the log. What was signed here
 * stays: what is restored must continue it.
 */
const parts = ["db", "media", keyFile] as const;

/** An empty folder to restore into. */
export async function makeStaging(dataDir: string): Promise<string> {
  const staging = join(dataDir, stagingName);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  return staging;
}

/** From here on the restore counts as done: the next process that opens the data directory finishes it. */
export async function markReady(dataDir: string): Promise<void> {
  await replaceFile(join(dataDir, stagingName, readyName), "");
}

/** Whether a restore only has to be moved into place, which the next start then does. */
export const isReady = (dataDir: string): boolean => existsSync(join(dataDir, stagingName, readyName));

/**
 * Moves a restore that is ready into place, and the previous data into `before-restore-...`, where its owner can
 * inspect or delete it. Safe to repeat: it continues from where a killed process stopped. A restore that never became
 * ready is removed. Call it while no one else owns the directory.
 * @returns where the previous data is; null if nothing was restored, or nothing was there before
 */
export async function finishRestore(dataDir: string, now: Date): Promise<string | null> {
  const staging = join(dataDir, stagingName);
  if (!isReady(dataDir)) {
    await rm(staging, { recursive: true, force: true });
    return null;
  }
  for (const part of parts) {
    const [made, current, old] = [join(staging, part), join(dataDir, part), join(staging, `old-${part}`)];
    if (!existsSync(made)) continue;
    if (existsSync(current)) await rename(current, old);
    await rename(made, current);
  }
  const oldParts = parts.filter((part) => existsSync(join(staging, `old-${part}`)));
  if (oldParts.length === 0) {
    await rm(staging, { recursive: true });
    return null;
  }
  const kept = join(dataDir, `before-restore-${now.toISOString().replaceAll(":", "-")}`);
  await mkdir(kept, { mode: 0o700 });
  for (const part of oldParts) await rename(join(staging, `old-${part}`), join(kept, part));
  await rm(staging, { recursive: true });
  return kept;
}
