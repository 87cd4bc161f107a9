import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flaggedQuery } from "../../features/writing/writing.queries.ts";

/** What was just told may be that a post was flagged: then it stands in the table below at once. */
export function useFlaggedNews(newest: number | undefined) {
  const cache = useQueryClient();
  useEffect(() => {
    if (newest !== undefined) void cache.invalidateQueries({ queryKey: flaggedQuery.queryKey });
  }, [cache, newest]);
}
