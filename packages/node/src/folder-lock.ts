import { randomUUID } from "node:crypto";
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimes,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.ts";

export interface FolderLock {
  release(): void;
}

const step = 50;
const heartbeat = 400;
/** Milliseconds. A process that was just killed stays visible until the kernel has freed its memory. */
const grace = 700;
/** Milliseconds without a heartbeat after which a holder that cannot be seen is taken for dead. */
const silence = 1_500;

/** Another process owns the folder. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(`${folder} is in use by another process (pid ${pid})`);
    this.pid = pid;
  }
}

/**
 * Makes this process the only owner of a folder.
 *
 * `lock/` holds numbered records. The newest names the owner, or no one if it was released or its process has died. To
 * take the lock, a process creates the record after the newest: only one process can create it, so of several that find
 * the same dead owner one wins. Numbers are never reused, so that a process with outdated knowledge cannot win with an
 * old number.
 * @throws FolderInUse naming the owner
 */
export async function lockFolder(owned: string): Promise<FolderLock> {
  const folder = join(owned, "lock");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  while (true) {
    const newest = newestNumber(folder);
    const owner = readOwner(folder, newest);
    if (owner && (await holds(owner, join(folder, String(newest))))) {
      throw new FolderInUse(owned, owner.pid);
    }
    const mine = newest + 1;
    if (!makeRecord(folder, mine)) continue;
    // A listing made while old records are removed can miss the newest, so look again.
    if (newestNumber(folder) === mine) return keep(folder, mine);
    rmSync(join(folder, String(mine)), { force: true });
  }
}

function keep(folder: string, mine: number): FolderLock {
  const record = join(folder, String(mine));
  for (const name of readdirSync(folder))
    if (name !== String(mine)) rmSync(join(folder, name), { force: true });
  const beat = setInterval(() => {
    const now = new Date();
    // Only processes on other machines rely on the heartbeat; here a failure changes nothing.
    utimes(record, now, now, () => {});
  }, heartbeat);
  beat.unref();
  return {
    release() {
      clearInterval(beat);
      writeRecord(folder, null, (draft) => renameSync(draft, record));
    },
  };
}

/** False if another process has created the record first. */
function makeRecord(folder: string, number: number): boolean {
  try {
    writeRecord(folder, ownIdentity(), (draft) => linkSync(draft, join(folder, String(number))));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOENT: the winner has removed this process's temporary file.
    if (code === "EEXIST" || code === "ENOENT") return false;
    throw error;
  }
}

/** Records appear complete: written under another name, then put in place by one atomic call. */
function writeRecord(folder: string, owner: ProcessIdentity | null, place: (draft: string) => void): void {
  const draft = join(folder, `draft-${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

function newestNumber(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(Number).filter(Number.isInteger));
}

function readOwner(folder: string, number: number): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(join(folder, String(number)), "utf8"));
  } catch {
    // Already removed, or truncated when the machine lost power: no one holds it.
    return null;
  }
}

async function holds(owner: ProcessIdentity, record: string): Promise<boolean> {
  const beats = () => statSync(record, { throwIfNoEntry: false })?.mtimeMs;
  const before = beats();
  for (let waited = 0; ; waited += step) {
    const alive = isAlive(owner);
    if (alive === false) return false;
    if (alive && waited >= grace) return true;
    if (alive === null && beats() !== before) return true;
    if (alive === null && waited >= silence) return false;
    await sleep(step);
  }
}
