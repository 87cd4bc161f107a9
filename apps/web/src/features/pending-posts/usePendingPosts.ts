import { useEffect } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { useStore } from "../../lib/store.ts";
import {
  noPosts,
  readPendingPosts,
  setAsideUnreadablePosts,
  subscribePendingPosts,
} from "./pending-posts.ts";

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
