import { existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";

/** What a restore makes is built here, whole and checked, before it takes the place of what is there. */
const stagingName = "restoring";
const readyName = "ready";
/** What the data directory consists of, besides secrets, mail and logs. */
const parts = ["db", "media"] as const;

/** An empty folder to restore into. */
export async function makeStaging(dataDir: string): Promise<string> {
  const staging = join(dataDir, stagingName);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  return staging;
}

/** From here on the restore counts as done: whoever opens the data directory next finishes it. */
export async function markReady(dataDir: string): Promise<void> {
  const handle = await open(join(dataDir, stagingName, readyName), "w", 0o600);
  await handle.sync();
  await handle.close();
}

/**
 * Puts a restore that is ready into its place, and what was there into `before-restore-...`, where its owner can look
 * at it or delete it. Safe to repeat: a process that was killed in the middle left a state that this goes on from.
 * One that never became ready is removed. Called while nobody else owns the directory.
 * @returns where the data of before are; null where nothing was restored, or nothing was there before
 */
export async function finishRestore(dataDir: string, now: Date): Promise<string | null> {
  const staging = join(dataDir, stagingName);
  if (!existsSync(join(staging, readyName))) {
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
