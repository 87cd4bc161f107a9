import { storageKeys } from "@cairn/contract";
import { useEffect } from "react";
import { useSession } from "../../../lib/session/useSession.tsx";
import { fromJson, readItem, tryWriteItem, watchItems } from "../../../lib/storage.ts";
import { createPublisher, useStore } from "../../../lib/store.ts";
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

const changes = createPublisher((publish) => watchItems([storageKeys.pendingPosts], publish));

/** Subscribes to changes by this tab and others, and to those missed in the back/forward cache. */
const subscribePendingPosts = changes.subscribe;

/** Notifies this tab's listeners: `storage` events reach only the other tabs. */
const publishPendingPosts = changes.publish;

/**
 * Moves unreadable data to a key that nothing else writes, before a new list replaces it (docs/rules.md#unreadable-pending-posts). Returns
 * whether a new list can be written without losing anything.
 */
function setAsideUnreadablePosts(): boolean {
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
  const list = fromJson(stored);
  return Array.isArray(list) ? { posts: list.flatMap(readPost), isUnreadable: false } : unreadable;
}

/** The posts on this device that the current user may see (docs/rules.md#logout), newest first (docs/rules.md#order-of-lists). */
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

/** The device's storage is full; its content is unchanged. */
export class NoRoomError extends Error {
  override readonly name = "NoRoomError";
}

/** How long, in milliseconds, a written list may take to reach the other tabs; the lock is held until then. */
const spread = 50;

type Entries = readonly unknown[];

/** Reads, changes and writes the list in one step, under a lock across tabs where the browser supports it. */
function changeList(change: (entries: Entries) => Entries): Promise<void> {
  const { locks } = navigator;
  return new Promise((resolve, reject) => {
    const write = () => {
      try {
        resolve(writeList(change));
      } catch (error) {
        reject(error);
      }
    };
    // Not available in insecure contexts.
    if (!locks) return write();
    locks
      .request("cairn-pending-posts", () => {
        write();
        return new Promise((release) => setTimeout(release, spread));
      })
      .catch(reject);
  });
}

/** Untouched entries stay as they are, even unreadable ones. */
function writeList(change: (entries: Entries) => Entries) {
  if (!setAsideUnreadablePosts()) throw new NoRoomError();
  const stored = readPendingPosts().isUnreadable ? null : readItem(storageKeys.pendingPosts);
  const entries: unknown[] = stored === null ? [] : JSON.parse(stored);
  const next = change(entries);
  if (next === entries) return;
  if (!tryWriteItem(storageKeys.pendingPosts, JSON.stringify(next))) throw new NoRoomError();
  publishPendingPosts();
}

const isEntry = (id: string) => (entry: unknown) => readPost(entry)[0]?.id === id;

/** The stored id is a number, the current time in milliseconds, incremented until it is unique. */
export async function addPost(post: Omit<PendingPost, "id">): Promise<string> {
  let id = Date.now();
  await changeList((entries) => {
    while (entries.some(isEntry(String(id)))) id += 1;
    return [...entries, { id, ...post }];
  });
  return String(id);
}

/** Changes a post in place. Resolves to whether it exists; `change` may return undefined to leave it unchanged. */
export async function changePost(
  id: string,
  change: (post: PendingPost) => Partial<Omit<PendingPost, "id">> | undefined,
): Promise<boolean> {
  let isThere = false;
  await changeList((entries) => {
    const entry = entries.find(isEntry(id));
    const [post] = readPost(entry);
    isThere = post !== undefined;
    const changed = post && change(post);
    if (!changed) return entries;
    return entries.map((other) => (other === entry ? { ...(entry as object), ...changed } : other));
  });
  return isThere;
}

export const removePost = (id: string) =>
  changeList((entries) =>
    entries.some(isEntry(id)) ? entries.filter((entry) => !isEntry(id)(entry)) : entries,
  );
