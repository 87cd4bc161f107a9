import { messages, storageKeys } from "@cairn/contract";
import { readItem, writeItem } from "../../lib/storage.ts";

/** A post that lives on this device alone until its author sends it to reviewers (spec section 3, D29). */
export interface PendingPost {
  id: string;
  title: string;
  body: string;
  /** A data URL, or null. */
  media_url: string | null;
  content_type: "Video" | "Article";
  status: string;
  category_name: string;
  /** Who wrote it; null on posts that show to whoever is there (D41). */
  owner_id: number | null;
}

export interface PendingPosts {
  posts: readonly PendingPost[];
  /** Something is stored, and it is no list of posts. */
  isUnreadable: boolean;
}

const nothing: PendingPosts = { posts: [], isUnreadable: false };
const unreadable: PendingPosts = { posts: [], isUnreadable: true };

let known: { stored: string | null; read: PendingPosts } = { stored: null, read: nothing };

/** Always what is stored now; the same object as long as nothing changed. */
export function readPendingPosts(): PendingPosts {
  const stored = readItem(storageKeys.pendingPosts);
  if (stored !== known.stored) known = { stored, read: stored === null ? nothing : parsePosts(stored) };
  return known.read;
}

/** Hears of changes by other tabs. */
export function subscribePendingPosts(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKeys.pendingPosts) listener();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/** Puts what can't be read where nothing writes to, before a new list takes its place (D50). */
export function setAsideUnreadablePosts() {
  const stored = readItem(storageKeys.pendingPosts);
  if (stored === null || !readPendingPosts().isUnreadable) return;
  for (let copy = 1; ; copy += 1) {
    const key = copy === 1 ? storageKeys.pendingPostsBad : `${storageKeys.pendingPostsBad}.${copy}`;
    const kept = readItem(key);
    if (kept === null) writeItem(key, stored);
    if (kept === null || kept === stored) return;
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

/** One post, or none: a broken one does not take the others with it. */
function readPost(raw: unknown): PendingPost[] {
  if (typeof raw !== "object" || raw === null) return [];
  const post = raw as Partial<Record<keyof PendingPost, unknown>>;
  if (typeof post.id !== "string" && typeof post.id !== "number") return [];
  return [
    {
      id: String(post.id),
      title: text(post.title) || messages.noTitle,
      body: text(post.body),
      media_url: text(post.media_url) || null,
      content_type: post.content_type === "Video" ? "Video" : "Article",
      status: text(post.status) || "Pending",
      category_name: text(post.category_name),
      owner_id: Number.isSafeInteger(post.owner_id) ? Number(post.owner_id) : null,
    },
  ];
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
