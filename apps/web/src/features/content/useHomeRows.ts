import type { ContentItem } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rowLength } from "./CardRowSkeleton.tsx";
import { discussedQuery, interestsQuery, personalFeedQuery, unfinishedQuery } from "./content.queries.ts";
import { readUnfinished } from "./unfinished.ts";

/**
 * The rows of the member home around the Personalized Feed. Each leaves out what the ones before it begin with, in the
 * order: what the member did not finish, the feed, interests, what is discussed (docs/rules.md#d115). Undefined: still
 * loading.
 */
export function useHomeRows(owner: number | null, interests: readonly string[]) {
  const unfinished = useUnfinished(owner);
  const feed = useQuery(personalFeedQuery);
  const found = useQuery(interestsQuery(interests));
  const discussed = useQuery(discussedQuery);

  const begun = new Set(unfinished.ids);
  const take = (items: readonly ContentItem[] = []) => {
    const row = items.filter(({ id }) => !begun.has(id)).slice(0, rowLength);
    for (const { id } of row) begun.add(id);
    return row;
  };
  take(feed.data?.items);
  const isLoading = feed.isPending || (interests.length > 0 && found.isPending);
  return {
    unfinished,
    interesting: isLoading ? undefined : take(found.data),
    discussed: isLoading || discussed.isPending ? undefined : take(discussed.data),
  };
}

/** The last ones that the member left on this device; those that are public no more are left out. */
function useUnfinished(owner: number | null) {
  const ids = useMemo(
    () => (owner === null ? [] : readUnfinished(owner).slice(0, rowLength)).map(({ id }) => id),
    [owner],
  );
  const { data, isError } = useQuery(unfinishedQuery(ids));
  return { ids, items: ids.length === 0 || isError ? [] : data };
}
