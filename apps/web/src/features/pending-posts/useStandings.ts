import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { changePost } from "./change-posts.ts";
import type { PendingPost } from "./pending-post.ts";
import { type Standing, standingsQuery } from "./pending-posts.queries.ts";
import { readPendingPosts } from "./pending-posts.ts";

/** Asks the server about the sent ones of a reader's posts; their status on the device follows it (D29). */
export function useStandings(posts: readonly PendingPost[], reader: number | null) {
  const ids = posts.flatMap(({ content_id }) => content_id ?? []);
  const { data } = useQuery({
    ...standingsQuery(reader ?? 0, ids),
    enabled: reader !== null && ids.length > 0,
  });

  // Once for each answer: what is done here afterwards is newer.
  useEffect(() => {
    for (const standing of data ?? []) void follow(standing);
  }, [data]);
}

async function follow(standing: Standing) {
  const lags = (post: PendingPost) =>
    post.content_id === standing.content_id && !post.changed && differs(post, standing);
  const post = readPendingPosts().posts.find(lags);
  if (post) await changePost(post.id, (now) => (lags(now) ? standing : undefined));
}

const differs = (post: PendingPost, { status, reason, edit_waits }: Standing) =>
  post.status !== status || post.reason !== reason || post.edit_waits !== edit_waits;
