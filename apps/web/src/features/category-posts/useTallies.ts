import { storageKeys } from "@cairn/contract";
import { useEffect, useState } from "react";
import type { CategoryPost, PostActions, PostTally } from "./category-post.ts";
import { isAbout, readTallies, storeComment, storeLike } from "./stored-tallies.ts";

const kept: readonly (string | null)[] = [storageKeys.likes, storageKeys.comments, storageKeys.categoryPosts];

/**
 * What was liked in this visit to the site: leaving the screen and coming back does not make a second like. Likes and
 * comments are kept on the device; dislikes and subscriptions are not (spec section 4).
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
        const body = text.trim();
        if (body === "") return;
        const now = new Date();
        const created_at = now.toISOString();
        storeComment(post, { id: `${post.id}-${now.getTime()}`, body, user_id: "user", created_at });
        setStored(readTallies());
      },
    },
  };
}
