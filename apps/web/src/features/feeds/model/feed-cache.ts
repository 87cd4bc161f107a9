import { type FeedArticle, type FeedVideo, storageKeys } from "@cairn/contract";
import { fromJson, readItem, removeItem, writeItem } from "../../../lib/storage.ts";

type Fields = Partial<Record<string, unknown>>;

const asFields = (raw: unknown): Fields => (typeof raw === "object" && raw !== null ? raw : {});
const asText = (raw: unknown) => (typeof raw === "string" ? raw : "");

/**
 * Leaves out entries that are not valid items. Null if the input is not a list, or if it has entries but none is valid.
 */
const readVideos = (raw: unknown) => readList(raw, readVideo, ({ guid }) => guid);

const readArticles = (raw: unknown) => readList(raw, readArticle, ({ id }) => id);

function readList<Item>(raw: unknown, read: (fields: Fields) => Item | null, idOf: (item: Item) => unknown) {
  if (!Array.isArray(raw)) return null;
  const items = new Map<unknown, Item>();
  for (const entry of raw) {
    const item = read(asFields(entry));
    if (item && !items.has(idOf(item))) items.set(idOf(item), item);
  }
  return items.size > 0 || raw.length === 0 ? [...items.values()] : null;
}

function readVideo({ guid, title, pubDate, description, link, author }: Fields): FeedVideo | null {
  if (typeof guid !== "string" || guid === "") return null;
  return {
    guid,
    title: asText(title),
    pubDate: asText(pubDate),
    description: asText(description),
    link: asText(link),
    author: asText(author),
  };
}

function readArticle(fields: Fields): FeedArticle | null {
  const {
    id,
    title,
    published_at,
    url,
    user,
    tag_list,
    description,
    positive_reactions_count: hearts,
  } = fields;
  if (!isCount(id) || id === 0) return null;
  return {
    id,
    title: asText(title),
    published_at: asText(published_at),
    url: asText(url),
    user: { name: asText(asFields(user).name) },
    tag_list: Array.isArray(tag_list) ? tag_list.filter((tag) => typeof tag === "string") : [],
    description: asText(description),
    positive_reactions_count: isCount(hearts) ? hearts : 0,
  };
}

const isCount = (raw: unknown): raw is number => Number.isSafeInteger(raw) && Number(raw) >= 0;

/**
 * One of the two external lists as stored on this device (docs/rules.md#feed-cache): the bare list, and separately the time it
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
  const items = read(fromJson(stored));
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

/**
 * A list without a time is reused as it is (docs/evidence/spec-clauses.md#s4-feed-cache). A time in the future means that the clock was
 * set back, so the list counts as old.
 */
function readTime(key: string): number {
  const stored = readItem(key);
  if (stored === null) return Date.now();
  const time = /^\d+$/.test(stored) ? Number(stored) : Date.parse(stored);
  return time <= Date.now() ? time : 0;
}
