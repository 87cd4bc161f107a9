import { storageKeys } from "@cairn/contract";
import { readItem, tryWriteItem } from "../../lib/storage.ts";
import { type PendingPost, readPost } from "./pending-post.ts";
import { publishPendingPosts, readPendingPosts, setAsideUnreadablePosts } from "./pending-posts.ts";

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
