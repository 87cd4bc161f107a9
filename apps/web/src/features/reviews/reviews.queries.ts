import { type ContentDetail, listReviews } from "@cairn/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { standingOf } from "./standing.ts";

/** The ledger's verdict on the displayed item. */
export function useVerification(item: ContentDetail) {
  const { data: reviews, isFetching, refetch } = useQuery(reviewsQuery(item.id));
  return {
    isLoading: reviews === undefined && isFetching,
    known: reviews && { reviews, standing: standingOf(item, reviews) },
    retry: () => void refetch(),
  };
}

const reviewKeys = {
  of: (contentId: number) => ["reviews", contentId] as const,
};

/** An item's ledger rows, newest first. */
export const reviewsQuery = (contentId: number) =>
  queryOptions({
    queryKey: reviewKeys.of(contentId),
    queryFn: async ({ signal }) => (await api.call(listReviews, { params: { id: contentId }, signal })).items,
    meta: { live: [`item:${contentId}`] },
  });
