import { storageKeys } from "@cairn/contract";
import { readItem, writeItem } from "../../lib/storage.ts";
import type { CategoryPost, LocalComment } from "./category-post.ts";

/** What is kept on this device under the spec's keys: maps by a post's id. */
export interface StoredTallies {
  likes: Readonly<Record<string, number>>;
  comments: Readonly<Record<string, readonly LocalComment[]>>;
  /** Ids are places: what stood there then. */
  sources: Readonly<Record<string, string>>;
}

/** What cannot be read counts as nothing. */
export const readTallies = (): StoredTallies => ({
  likes: readMap(storageKeys.likes, isCount),
  comments: readMap(storageKeys.comments, isCommentList),
  sources: readMap(storageKeys.categoryPosts, isText),
});

/** Whether what is kept for this post's place is about this post. */
export const isAbout = ({ sources }: StoredTallies, { id, source }: CategoryPost): boolean =>
  (sources[id] ?? source) === source;

export function storeLike(post: CategoryPost) {
  const stored = cleared(post);
  const likes = (stored.likes[post.id] ?? post.likesCount) + 1;
  store(post, { ...stored, likes: { ...stored.likes, [post.id]: likes } });
}

export function storeComment(post: CategoryPost, comment: LocalComment) {
  const stored = cleared(post);
  const comments = [...(stored.comments[post.id] ?? []), comment];
  store(post, { ...stored, comments: { ...stored.comments, [post.id]: comments } });
}

/** Read anew, since another tab may have written; without what was about another post at the same place. */
function cleared(post: CategoryPost): StoredTallies {
  const stored = readTallies();
  if (isAbout(stored, post)) return stored;
  const { [post.id]: _likes, ...likes } = stored.likes;
  const { [post.id]: _comments, ...comments } = stored.comments;
  return { ...stored, likes, comments };
}

function store({ id, source }: CategoryPost, { likes, comments, sources }: StoredTallies) {
  writeItem(storageKeys.likes, JSON.stringify(likes));
  writeItem(storageKeys.comments, JSON.stringify(comments));
  writeItem(storageKeys.categoryPosts, JSON.stringify({ ...sources, [id]: source }));
}

function readMap<Value>(key: string, isValue: (value: unknown) => value is Value): Record<string, Value> {
  const map: Record<string, Value> = {};
  for (const [id, value] of Object.entries(parsed(readItem(key)))) if (isValue(value)) map[id] = value;
  return map;
}

function parsed(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isCommentList = (value: unknown): value is LocalComment[] =>
  Array.isArray(value) &&
  value.every((entry) => isText(entry?.body) && (isText(entry?.id) || isCount(entry?.id)));

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
