import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { identify, isAlive } from "./processes.mjs";

/** @typedef {import("./processes.mjs").ProcessId} ProcessId */

/**
 * Waits until this process alone holds the lock file. A lock whose holders are all dead is taken over.
 * @param {string} path
 * @param {{ onWait?: (holder: ProcessId) => void }} [options]
 */
export async function acquireLock(path, { onWait } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  const holders = [identify(process.pid)];
  for (let told = false; !create(path, holders); ) {
    const found = read(path);
    if (found === null) continue;
    const alive = found.find(isAlive);
    if (!alive) {
      await removeDead(path, found);
      continue;
    }
    if (!told) onWait?.(alive);
    told = true;
    await sleep(200);
  }
  return {
    /**
     * Makes a child process a holder too: if this process is killed, the child may keep working for a while.
     * @param {number} pid
     */
    share(pid) {
      holders.push(identify(pid));
      const draft = writeDraft(path, holders);
      renameSync(draft, path);
    },
    release() {
      rmSync(path, { force: true });
    },
  };
}

/**
 * Processes that see the same dead holders take turns: each checks again before it removes the file. Otherwise the
 * slower of two would remove the lock that the faster one has just made.
 * @param {string} path
 * @param {ProcessId[]} dead
 */
async function removeDead(path, dead) {
  const turn = await acquireLock(`${path}.takeover`);
  if (JSON.stringify(read(path)) === JSON.stringify(dead)) rmSync(path, { force: true });
  turn.release();
}

/**
 * Creates the file with its content atomically: a link either appears complete or fails.
 * @param {string} path
 * @param {ProcessId[]} holders
 */
function create(path, holders) {
  const draft = writeDraft(path, holders);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * @param {string} path
 * @param {ProcessId[]} holders
 */
function writeDraft(path, holders) {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holders));
  return draft;
}

/**
 * @param {string} path
 * @returns {ProcessId[] | null} null when there is no lock
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return null;
    // A power cut can leave an empty file, which has no live holder.
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
