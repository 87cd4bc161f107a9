import { listReviews } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

const reviewKeys = {
  of: (contentId: number) => ["reviews", contentId] as const,
};

/** An item's ledger rows, newest first. */
export const reviewsQuery = (contentId: number) =>
  queryOptions({
    queryKey: reviewKeys.of(contentId),
    queryFn: async ({ signal }) => (await api.call(listReviews, { params: { id: contentId }, signal })).items,
  });
