import { storageKeys, trimmed } from "@cairn/contract";
import { useEffect, useState } from "react";
import { fromJson, isObject, readItem, writeItem } from "../../lib/storage.ts";
import type { CategoryPost, LocalComment, PostActions, PostTally } from "./category-post.ts";

const kept: readonly (string | null)[] = [storageKeys.likes, storageKeys.comments, storageKeys.categoryPosts];

/**
 * Likes of this visit: leaving the screen and coming back does not allow a second like. Likes and comments are stored
 * on the device; dislikes and subscriptions are not (docs/evidence/spec-clauses.md#s4-likes).
 */
const liked = new Set<string>();

const added = (set: ReadonlySet<string>, key: string) => new Set(set).add(key);

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Likes, dislikes, subscriptions and comments of the posts on this device. */
export function useTallies(): { tallyOf: (post: CategoryPost) => PostTally; actions: PostActions } {
  const [stored, setStored] = useState(readTallies);
  const [likedNow, setLikedNow] = useState<ReadonlySet<string>>(() => new Set(liked));
  const [dislikes, setDislikes] = useState<Readonly<Record<string, number>>>({});
  const [subscribed, setSubscribed] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => kept.includes(key) && setStored(readTallies());
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);

  return {
    tallyOf: (post) => {
      const isKnown = isAbout(stored, post);
      return {
        likes: (isKnown ? stored.likes[post.id] : undefined) ?? post.likesCount,
        isLiked: likedNow.has(post.source),
        dislikes: dislikes[post.source] ?? 0,
        isSubscribed: subscribed.has(post.source),
        comments: (isKnown ? stored.comments[post.id] : undefined) ?? [],
      };
    },
    actions: {
      like: (post) => {
        if (liked.has(post.source)) return;
        liked.add(post.source);
        setLikedNow((before) => added(before, post.source));
        storeLike(post);
        setStored(readTallies());
      },
      dislike: ({ source }) => setDislikes((before) => ({ ...before, [source]: (before[source] ?? 0) + 1 })),
      toggleSubscription: ({ source }) => setSubscribed((before) => toggled(before, source)),
      comment: (post, text) => {
        const body = trimmed(text);
        if (body === "") return;
        const now = new Date();
        const created_at = now.toISOString();
        storeComment(post, { id: `${post.id}-${now.getTime()}`, body, user_id: "user", created_at });
        setStored(readTallies());
      },
    },
  };
}

/** What this device stores under the spec's keys: maps by post id. */
interface StoredTallies {
  likes: Readonly<Record<string, number>>;
  comments: Readonly<Record<string, readonly LocalComment[]>>;
  /** Post ids are places on the screen; `sources` records which item was there at the time. */
  sources: Readonly<Record<string, string>>;
}

/** Unreadable entries count as missing. */
const readTallies = (): StoredTallies => ({
  likes: readMap(storageKeys.likes, isCount),
  comments: readMap(storageKeys.comments, isCommentList),
  sources: readMap(storageKeys.categoryPosts, isText),
});

/** Whether the stored data for this post's place belongs to this post. */
const isAbout = ({ sources }: StoredTallies, { id, source }: CategoryPost): boolean =>
  (sources[id] ?? source) === source;

function storeLike(post: CategoryPost) {
  const stored = cleared(post);
  const likes = (stored.likes[post.id] ?? post.likesCount) + 1;
  store(post, { ...stored, likes: { ...stored.likes, [post.id]: likes } });
}

function storeComment(post: CategoryPost, comment: LocalComment) {
  const stored = cleared(post);
  const comments = [...(stored.comments[post.id] ?? []), comment];
  store(post, { ...stored, comments: { ...stored.comments, [post.id]: comments } });
}

/** Reads again, since another tab may have written, and drops the data of another post at the same place. */
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
  const kept = fromJson(readItem(key));
  for (const [id, value] of Object.entries(isObject(kept) ? kept : {})) if (isValue(value)) map[id] = value;
  return map;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

const isCommentList = (value: unknown): value is LocalComment[] =>
  Array.isArray(value) &&
  value.every((entry) => isText(entry?.body) && (isText(entry?.id) || isCount(entry?.id)));

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
