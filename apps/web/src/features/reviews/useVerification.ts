import type { ContentDetail } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { reviewsQuery } from "./reviews.queries.ts";
import { standingOf } from "./standing.ts";

/** What the ledger says about the item on the page. */
export function useVerification(item: ContentDetail) {
  const { data: reviews, isFetching, refetch } = useQuery(reviewsQuery(item.id));
  return {
    isLoading: reviews === undefined && isFetching,
    known: reviews && { reviews, standing: standingOf(item, reviews) },
    retry: () => void refetch(),
  };
}
