import {
  createComment,
  deleteComment,
  editComment,
  getComment,
  limits,
  listComments,
  listMembers,
} from "@cairn/contract";
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { unlessGone } from "../../lib/api/api-error.ts";
import { type Act, callPath } from "../../lib/outbox/call-or-wait.ts";
import { byCursor } from "../../lib/pages.ts";
import { mayRetry } from "../../lib/query-client.ts";
import { sharedKeys } from "../../lib/query-keys.ts";
import { type CommentList, withChanged, withComment, withoutComment } from "./comment-list.ts";

const linkedKey = (contentId: number) => [...sharedKeys.comments(contentId), "linked"] as const;

/** An item's comments, newest first, page after page by cursor. */
export const commentsQuery = (contentId: number) =>
  infiniteQueryOptions({
    queryKey: sharedKeys.comments(contentId),
    queryFn: async ({ pageParam, signal }) => {
      const { body, headers } = await api.callWithHeaders(listComments, {
        params: { id: contentId },
        query: { per_page: limits.commentsPage, cursor: pageParam },
        signal,
      });
      const total = Number(headers.get("x-total-count") ?? body.length);
      return { comments: body, total, next: headers.get("x-next-cursor") ?? undefined };
    },
    ...byCursor,
    meta: { live: [`comments:${contentId}`] },
    // The list may have changed a moment ago in another tab.
    refetchOnWindowFocus: "always",
  });

/** One comment, then the one that it answers, if any. */
export const linkedCommentQuery = (contentId: number, id: number) =>
  queryOptions({
    queryKey: [...linkedKey(contentId), id] as const,
    queryFn: async ({ signal }) => {
      const params = { id: contentId, comment: id };
      const { comment, answered } = await api.call(getComment, { params, signal });
      return answered ? [comment, answered] : [comment];
    },
    meta: { live: [`comments:${contentId}`] },
    refetchOnWindowFocus: "always",
  });

export const useComments = (contentId: number) => useInfiniteQuery(commentsQuery(contentId));

/** Applies a change that the server made, without refetching the list. */
async function changeList(cache: QueryClient, contentId: number, change: (list: CommentList) => CommentList) {
  const { queryKey } = commentsQuery(contentId);
  const exactly = { queryKey, exact: true };
  // A response in flight may predate the change.
  if (cache.getQueryData(queryKey)) await cache.cancelQueries(exactly);
  else await cache.invalidateQueries(exactly);
  cache.setQueryData(queryKey, (list) => list && change(list));
  // Other views of the same comments refetch when they are next shown.
  await cache.invalidateQueries({ queryKey, refetchType: "none" });
  void cache.invalidateQueries({ queryKey: linkedKey(contentId) });
}

/** These calls are idempotent, so a retryable error is simply retried. */
const retry = (failures: number, error: Error) => failures < 2 && mayRetry(error) && navigator.onLine;

interface NewWords {
  body: string;
  /** The idempotency key makes repeated sends of a comment count once. */
  key: string;
  replyTo: number | undefined;
}

const draftOf = ({ body, replyTo }: NewWords) => ({
  body,
  ...(replyTo !== undefined && { reply_to: replyTo }),
});

/** What the reader's unsent comments on an item are about. */
export const aboutComments = (contentId: number) => `comments:${contentId}`;

/** A comment or answer for the outbox, where it waits for the network. */
export const commentAct = (contentId: number, words: NewWords): Act => ({
  id: words.key,
  kind: "comment",
  about: aboutComments(contentId),
  ...callPath(createComment, { id: contentId }),
  body: draftOf(words),
  words: "body",
  label: words.replyTo === undefined ? "Your comment" : "Your reply",
});

export function usePostComment(contentId: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (words: NewWords) =>
      api.call(createComment, {
        params: { id: contentId },
        body: draftOf(words),
        headers: { "idempotency-key": words.key },
      }),
    retry,
    onSuccess: (comment) => changeList(cache, contentId, (list) => withComment(list, comment)),
  });
}

export function useEditComment(contentId: number, id: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => api.call(editComment, { params: { id }, body: { body } }),
    retry,
    onSuccess: (comment) => changeList(cache, contentId, (list) => withChanged(list, comment)),
  });
}

export function useDeleteComment(contentId: number, id: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(deleteComment, { params: { id } }).catch(unlessGone("comment_not_found")),
    retry,
    onSuccess: () => changeList(cache, contentId, (list) => withoutComment(list, id)),
  });
}

/** Members whose name begins with a text. */
export const membersQuery = (prefix: string) =>
  queryOptions({
    queryKey: ["members", prefix] as const,
    queryFn: async ({ signal }) => (await api.call(listMembers, { query: { prefix }, signal })).items,
    staleTime: 60_000,
    // A name that nobody had a minute ago is asked about again.
    gcTime: 60_000,
  });
