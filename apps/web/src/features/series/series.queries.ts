import { getSeries, getSeriesProgress, type Series } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

export const seriesQuery = (id: number) =>
  queryOptions({
    queryKey: [...sharedKeys.series, id],
    queryFn: ({ signal }): Promise<Series> => api.call(getSeries, { params: { id }, signal }),
  });

/** What the signed-in member has finished of a series. */
export const seriesProgressQuery = (id: number) =>
  queryOptions({
    queryKey: [...sharedKeys.series, id, "progress"],
    queryFn: ({ signal }) => api.call(getSeriesProgress, { params: { id }, signal }),
    // The member may have read on since.
    staleTime: 0,
  });
