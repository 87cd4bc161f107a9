import { listComments } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

/**
 * The spec's own call, without a query: an item's newest comments. The key lies under that of the item's comments, so
 * both are invalidated together.
 */
export const newestCommentsQuery = (contentId: number) =>
  queryOptions({
    queryKey: [...sharedKeys.comments(contentId), "newest"],
    queryFn: ({ signal }) => api.call(listComments, { params: { id: contentId }, signal }),
  });
