import { listHistory } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";

/** Whether a new member has read something. Apart from the history's own screen, whose list is longer. */
export const firstReadQuery = queryOptions({
  queryKey: ["history", "first"],
  queryFn: ({ signal }) => api.call(listHistory, { query: {}, signal }),
  staleTime: 0,
});
