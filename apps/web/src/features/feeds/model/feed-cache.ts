import { type FeedArticle, type FeedVideo, storageKeys } from "@cairn/contract";
import { readItem, removeItem, writeItem } from "../../../lib/storage.ts";
import { readArticles, readVideos } from "./source-items.ts";

/**
 * One of the two external lists as stored on this device (docs/rules.md#d34): the bare list, and separately the time it
 * was fetched.
 */
export interface StoredList<Item> {
  listKey: string;
  timeKey: string;
  read: (raw: unknown) => Item[] | null;
}

export const storedVideos: StoredList<FeedVideo> = {
  listKey: storageKeys.videos,
  timeKey: storageKeys.videosAt,
  read: readVideos,
};

export const storedArticles: StoredList<FeedArticle> = {
  listKey: storageKeys.articles,
  timeKey: storageKeys.articlesAt,
  read: readArticles,
};

interface CachedList<Item> {
  items: Item[];
  /** Milliseconds since 1970; 0 when it cannot be read, so that the list counts as old. */
  fetchedAt: number;
}

/** The stored list; an unreadable one is removed, so that it is fetched again. */
export function cachedList<Item>({ listKey, timeKey, read }: StoredList<Item>): CachedList<Item> | null {
  const stored = readItem(listKey);
  if (stored === null) return null;
  const items = read(parsed(stored));
  if (items) return { items, fetchedAt: readTime(timeKey) };
  removeItem(listKey);
  removeItem(timeKey);
  return null;
}

/** Whether the time of the stored list is known. */
export const isDated = ({ timeKey }: StoredList<unknown>) => readItem(timeKey) !== null;

export function keepList<Item>({ listKey, timeKey }: StoredList<Item>, items: readonly Item[]) {
  writeItem(listKey, JSON.stringify(items));
  writeItem(timeKey, String(Date.now()));
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/**
 * A list without a time is reused as it is (docs/rules.md#s4-feed-cache). A time in the future means that the clock was
 * set back, so the list counts as old.
 */
function readTime(key: string): number {
  const stored = readItem(key);
  if (stored === null) return Date.now();
  const time = /^\d+$/.test(stored) ? Number(stored) : Date.parse(stored);
  return time <= Date.now() ? time : 0;
}
