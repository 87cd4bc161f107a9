import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { PendingPost } from "./pending-post.ts";
import { type Standing, standingsQuery } from "./pending-posts.queries.ts";
import { changePost, readPendingPosts } from "./pending-posts.ts";

/**
 * Fetches the status of a reader's sent posts and updates the local posts (docs/rules.md#pending-posts). Returns the likes and
 * comments of each by the id of its item.
 */
export function useStandings(posts: readonly PendingPost[], reader: number | null) {
  const ids = posts.flatMap(({ content_id }) => content_id ?? []);
  const { data = none } = useQuery({
    ...standingsQuery(reader ?? 0, ids),
    enabled: reader !== null && ids.length > 0,
  });

  // Once for each response: later local changes are newer.
  useEffect(() => {
    for (const { figures, ...standing } of data) void follow(standing);
  }, [data]);

  return new Map<number | null, Standing["figures"]>(
    data.map(({ content_id, figures }) => [content_id, figures]),
  );
}

const none: readonly Standing[] = [];

async function follow(standing: Standing) {
  const lags = (post: PendingPost) =>
    post.content_id === standing.content_id && !post.changed && differs(post, standing);
  const post = readPendingPosts().posts.find(lags);
  if (post) await changePost(post.id, (now) => (lags(now) ? standing : undefined));
}

const differs = (post: PendingPost, { status, reason, edit_waits }: Standing) =>
  post.status !== status || post.reason !== reason || post.edit_waits !== edit_waits;
