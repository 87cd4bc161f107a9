import { listComments } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

/** The spec's own call, without a query: an item's newest comments. What renews the item's renews these. */
export const newestCommentsQuery = (contentId: number) =>
  queryOptions({
    queryKey: ["comments", contentId, "newest"],
    queryFn: ({ signal }) => api.call(listComments, { params: { id: contentId }, signal }),
  });
