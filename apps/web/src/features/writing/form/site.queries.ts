import { getSite } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";

/** What this site takes of writers. */
export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: ({ signal }) => api.call(getSite, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
