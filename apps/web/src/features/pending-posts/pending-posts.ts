import { storageKeys } from "@cairn/contract";
import { readItem, tryWriteItem } from "../../lib/storage.ts";
import { type PendingPost, readPost } from "./pending-post.ts";

export interface PendingPosts {
  posts: readonly PendingPost[];
  /** Something is stored, and it is no list of posts. */
  isUnreadable: boolean;
}

const nothing: PendingPosts = { posts: [], isUnreadable: false };
const unreadable: PendingPosts = { posts: [], isUnreadable: true };

let known: { stored: string | null; read: PendingPosts } = { stored: null, read: nothing };

const listeners = new Set<() => void>();

/** Always what is stored now; the same object as long as nothing changed. */
export function readPendingPosts(): PendingPosts {
  const stored = readItem(storageKeys.pendingPosts);
  if (stored !== known.stored) known = { stored, read: stored === null ? nothing : parsePosts(stored) };
  return known.read;
}

export const findPost = (id: string) => readPendingPosts().posts.find((post) => post.id === id);

/** Hears of changes by this tab, by others, and of those slept through in the back/forward cache. */
export function subscribePendingPosts(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKeys.pendingPosts) listener();
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", listener);
  listeners.add(listener);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", listener);
    listeners.delete(listener);
  };
}

/** Storage tells the other tabs only. */
export function tellPendingPosts() {
  for (const listener of listeners) listener();
}

/**
 * Puts what can't be read where nothing writes to, before a new list takes its place (D50). Answers whether there is
 * nothing left that a new list would overwrite.
 */
export function setAsideUnreadablePosts(): boolean {
  const stored = readItem(storageKeys.pendingPosts);
  if (stored === null || !readPendingPosts().isUnreadable) return true;
  for (let copy = 1; ; copy += 1) {
    const key = copy === 1 ? storageKeys.pendingPostsBad : `${storageKeys.pendingPostsBad}.${copy}`;
    const kept = readItem(key);
    if (kept === null) return tryWriteItem(key, stored);
    if (kept === stored) return true;
  }
}

function parsePosts(stored: string): PendingPosts {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? { posts: list.flatMap(readPost), isUnreadable: false } : unreadable;
  } catch {
    return unreadable;
  }
}
