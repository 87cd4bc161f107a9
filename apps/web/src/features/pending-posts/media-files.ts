import { storageKeys } from "@cairn/contract";
import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";
import { newIdempotencyKey } from "../../lib/idempotency-key.ts";
import { NoRoomError } from "./change-posts.ts";

let opened: UseStore | undefined;

/** Files of posts that are too large for local storage (D37). */
function store() {
  opened ??= createStore("cairn-pending-media", "files");
  return opened;
}

/** Keeps a file and answers its name. @throws NoRoomError */
export async function keepFile(file: File): Promise<string> {
  const key = `${Date.now()}-${newIdempotencyKey()}`;
  // What only this device has should not be the first to go when it gets full.
  navigator.storage?.persist?.().catch(() => {});
  try {
    await set(key, file, store());
  } catch (cause) {
    throw new NoRoomError(undefined, { cause });
  }
  return key;
}

/** Null when it is not there any more, or storage is switched off. */
export async function readFile(key: string): Promise<Blob | null> {
  const file = await get<unknown>(key, store()).catch(() => null);
  return file instanceof Blob ? file : null;
}

/** What can't be removed now, the next sweep finds. */
export const forgetFile = (key: string) => del(key, store()).catch(() => {});

/** Between a file and the post that names it lies a moment; nobody takes this long over it. */
const grace = 60 * 60 * 1000;

/** Removes files that no post on this device names, not even one that can't be read. */
export async function sweepFiles(): Promise<void> {
  const lists = Object.keys(window.localStorage)
    .filter((key) => key.startsWith(storageKeys.pendingPosts))
    .map((key) => window.localStorage.getItem(key) ?? "");
  const isOrphan = (key: string) =>
    Number.parseInt(key, 10) < Date.now() - grace && !lists.some((list) => list.includes(key));
  const all = await keys<IDBValidKey>(store());
  const orphans = all.filter((key) => typeof key === "string" && isOrphan(key));
  if (orphans.length > 0) await delMany(orphans, store());
}
