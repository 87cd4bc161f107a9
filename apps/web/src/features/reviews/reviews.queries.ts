import { type ContentDetail, getContent, listReviews } from "@cairn/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";
import { standingOf } from "./standing.ts";

/** The ledger's verdict on the displayed item; the same object until something in it changes. */
export function useVerification(item: ContentDetail) {
  const { data, isFetching, refetch } = useQuery(reviewsQuery(item.id));
  const isLoading = data === undefined && isFetching;
  return useMemo(
    () => ({
      isLoading,
      known: data && { ...data, standing: standingOf(item, data.reviews) },
      retry: () => void refetch(),
    }),
    [item, data, isLoading, refetch],
  );
}

export type Verification = ReturnType<typeof useVerification>;

/** An item's ledger rows, newest first, and how many witnesses have seen the one that published it. */
export const reviewsQuery = (contentId: number) =>
  queryOptions({
    queryKey: sharedKeys.reviews(contentId),
    queryFn: async ({ signal }) => {
      const { items, seen_by } = await api.call(listReviews, { params: { id: contentId }, signal });
      return { reviews: items, seenBy: seen_by };
    },
    meta: { live: [`item:${contentId}`] },
  });

/** The title of an item that replaces another. */
export const titleQuery = (contentId: number) =>
  queryOptions({
    queryKey: ["reviews", "title", contentId],
    queryFn: async ({ signal }) => (await api.call(getContent, { params: { id: contentId }, signal })).title,
    meta: { live: [`item:${contentId}`] },
  });
