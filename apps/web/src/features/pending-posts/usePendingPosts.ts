import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "../../lib/session/useSession.ts";
import { readPendingPosts, setAsideUnreadablePosts, subscribePendingPosts } from "./pending-posts.ts";

/** The posts on this device that whoever is here may see (D41), newest first (D12). */
export function usePendingPosts() {
  const { posts, isUnreadable } = useSyncExternalStore(subscribePendingPosts, readPendingPosts);
  const reader = useSession()?.userId ?? null;

  useEffect(() => {
    if (isUnreadable) setAsideUnreadablePosts();
  }, [isUnreadable]);

  const own = posts.filter(({ owner_id }) => owner_id === null || owner_id === reader);
  return { posts: own.reverse(), isUnreadable };
}
