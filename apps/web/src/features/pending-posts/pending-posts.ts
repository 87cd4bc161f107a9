import { storageKeys } from "@cairn/contract";
import { useEffect } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { readItem, tryWriteItem, watchItems } from "../../lib/storage.ts";
import { createPublisher, useStore } from "../../lib/store.ts";
import { type PendingPost, readPost } from "./pending-post.ts";

export interface PendingPosts {
  posts: readonly PendingPost[];
  /** Something is stored, but it is not a list of posts. */
  isUnreadable: boolean;
}

/** Also what a page from the server shows, which knows no device. */
const noPosts: PendingPosts = { posts: [], isUnreadable: false };
const unreadable: PendingPosts = { posts: [], isUnreadable: true };

let known: { stored: string | null; read: PendingPosts } = { stored: null, read: noPosts };

/** Always reads the current storage; returns the same object while nothing changes. */
export function readPendingPosts(): PendingPosts {
  const stored = readItem(storageKeys.pendingPosts);
  if (stored !== known.stored) known = { stored, read: stored === null ? noPosts : parsePosts(stored) };
  return known.read;
}

export const findPost = (id: string) => readPendingPosts().posts.find((post) => post.id === id);

const changes = createPublisher((publish) => {
  const unwatch = watchItems([storageKeys.pendingPosts], publish);
  window.addEventListener("pageshow", publish);
  return () => {
    unwatch();
    window.removeEventListener("pageshow", publish);
  };
});

/** Subscribes to changes by this tab and others, and to those missed in the back/forward cache. */
const subscribePendingPosts = changes.subscribe;

/** Notifies this tab's listeners: `storage` events reach only the other tabs. */
export const publishPendingPosts = changes.publish;

/**
 * Moves unreadable data to a key that nothing else writes, before a new list replaces it (docs/rules.md#d50). Returns
 * whether a new list can be written without losing anything.
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

/** The posts on this device that the current user may see (docs/rules.md#d41), newest first (docs/rules.md#d12). */
export function usePendingPosts() {
  const { posts, isUnreadable } = useStore(
    { get: readPendingPosts, subscribe: subscribePendingPosts },
    () => noPosts,
  );
  const reader = useSession()?.userId ?? null;

  useEffect(() => {
    if (isUnreadable) setAsideUnreadablePosts();
  }, [isUnreadable]);

  const own = posts.filter(({ owner_id }) => owner_id === null || owner_id === reader);
  return { posts: own.reverse(), isUnreadable };
}
