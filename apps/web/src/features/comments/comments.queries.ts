import { listComments } from "@cairn/contract";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

const commentKeys = {
  of: (contentId: number) => ["comments", contentId] as const,
};

const perPage = 20;

/** An item's comments, newest first, page after page by cursor. */
export const commentsQuery = (contentId: number) =>
  infiniteQueryOptions({
    queryKey: commentKeys.of(contentId),
    queryFn: async ({ pageParam, signal }) => {
      const { body, headers } = await api.callWithHeaders(listComments, {
        params: { id: contentId },
        query: { per_page: perPage, cursor: pageParam },
        signal,
      });
      const total = Number(headers.get("x-total-count") ?? body.length);
      return { comments: body, total, next: headers.get("x-next-cursor") ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const useComments = (contentId: number) => useInfiniteQuery(commentsQuery(contentId));
