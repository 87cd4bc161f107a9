import { getDeletionRequest, type PostsChoice, requestDeletion, takeBackDeletion } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { logged } from "../../lib/logged.ts";

const deletionKey = ["profile", "deletion-request"] as const;

/** One's own request to delete the account (docs/rules.md#deletion-of-an-account). */
export const deletionQuery = queryOptions({
  queryKey: deletionKey,
  queryFn: ({ signal }) =>
    logged(
      "Your request to delete your account could not be loaded.",
      () => api.call(getDeletionRequest, { signal }),
      signal,
    ),
});

export function useDeletionRequest() {
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: deletionKey });
  return {
    async ask(posts: PostsChoice, reason: string): Promise<void> {
      await api.call(requestDeletion, { body: { posts, ...(reason !== "" && { reason }) } });
      await refresh();
    },
    async takeBack(): Promise<void> {
      try {
        await api.call(takeBackDeletion, {});
      } finally {
        // An admin may have decided meanwhile.
        await refresh();
      }
    },
  };
}
