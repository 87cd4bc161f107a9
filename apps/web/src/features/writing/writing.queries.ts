import {
  answerReason,
  deleteContent,
  downloadContent,
  getNewestRevision,
  getWriterStats,
  limits,
  listContent,
  listFlagged,
  type ReasonAnswer,
} from "@cairn/contract";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { unlessGone } from "../../lib/api/api-error.ts";
import { logged } from "../../lib/logged.ts";
import { saveFile } from "../../lib/object-url.ts";
import { byCursor, rowsOf } from "../../lib/pages.ts";
import { mayRetry } from "../../lib/query-client.ts";
import { sharedKeys } from "../../lib/query-keys.ts";
import { sendItem } from "./sending.queries.ts";

const writingKeys = {
  stats: [...sharedKeys.writing, "stats"] as const,
  own: (author: number) => [...sharedKeys.writing, "own", author] as const,
  newest: (id: number) => [...sharedKeys.writing, "newest", id] as const,
  flagged: [...sharedKeys.writing, "flagged"] as const,
};

// On these screens failures are only logged, and the loading state ends (docs/evidence/spec-clauses.md#s8-quiet-failures).
export const writerStatsQuery = queryOptions({
  queryKey: writingKeys.stats,
  queryFn: ({ signal }) =>
    logged("Your figures could not be loaded.", () => api.call(getWriterStats, { signal }), signal),
  meta: { live: ["work"] },
});

/** A writer's own items in every status, newest first, as many at a time as the server gives. */
export const ownContentQuery = (author: number) =>
  infiniteQueryOptions({
    queryKey: writingKeys.own(author),
    queryFn: async ({ pageParam, signal }) => {
      const query = { user_id: author, per_page: limits.perPageMax, cursor: pageParam };
      const list = () => api.callWithHeaders(listContent, { query, signal });
      const { body, headers } = await logged("Your content could not be loaded.", list, signal);
      return { items: body, next: headers.get("x-next-cursor") ?? undefined };
    },
    ...byCursor,
    select: rowsOf,
    meta: { live: ["work"] },
  });

/** Saves an own item as a ZIP; a failure is only logged, like the others of that screen. */
export const downloadItem = (id: number) =>
  logged("Your post could not be downloaded.", async () =>
    saveFile(await api.download(downloadContent, { params: { id } }), `post-${id}.zip`),
  ).catch(() => {});

export const newestRevisionQuery = (id: number) =>
  queryOptions({
    queryKey: writingKeys.newest(id),
    queryFn: ({ signal }) => api.call(getNewestRevision, { params: { id }, signal }),
    // The edited revision must be current when editing starts, and must not change during it.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const flaggedQuery = queryOptions({
  queryKey: writingKeys.flagged,
  queryFn: async ({ signal }) => {
    const list = () => api.call(listFlagged, { signal });
    return (await logged("Flagged content could not be loaded.", list, signal)).items;
  },
  meta: { live: ["work"] },
});

/** `sendItem`; what the screens show of the author's items is asked for again. */
export function useSendItem(): typeof sendItem {
  const cache = useQueryClient();
  return async (item, sending) => {
    const sent = await sendItem(item, sending);
    // The next screen would show for a moment what they were before.
    cache.removeQueries({ queryKey: sharedKeys.writing, type: "inactive" });
    void cache.invalidateQueries({ queryKey: sharedKeys.writing });
    void cache.invalidateQueries({ queryKey: sharedKeys.content });
    return sent;
  };
}

/** Answers the reason for which an item was flagged. */
export function useAnswerReason(id: number) {
  const cache = useQueryClient();
  return async (body: ReasonAnswer) => {
    const { answer } = await api.call(answerReason, { params: { id }, body });
    cache.setQueryData(newestRevisionQuery(id).queryKey, (item) => item && { ...item, answer });
    cache.setQueryData(flaggedQuery.queryKey, (items) =>
      items?.map((item) => (item.id === id ? { ...item, answer } : item)),
    );
    void cache.invalidateQueries({ queryKey: sharedKeys.reviews(id) });
  };
}

export function useDeleteContent() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      api.call(deleteContent, { params: { id } }).catch(unlessGone("content_not_found")),
    // Deleting is idempotent, so a retryable error is simply retried.
    retry: (failures, error) => failures < 2 && mayRetry(error),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: sharedKeys.writing });
      void cache.invalidateQueries({ queryKey: sharedKeys.content });
    },
  });
}
