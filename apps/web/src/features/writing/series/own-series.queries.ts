import {
  changeSeries,
  createSeries,
  deleteSeries,
  getSeries,
  limits,
  listContent,
  listSeries,
  type SeriesChange,
  type SeriesDraft,
} from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";

const seriesKeys = {
  list: (author: number) => [...sharedKeys.writing, "series", author] as const,
  one: (id: number) => [...sharedKeys.writing, "series", "one", id] as const,
  free: (author: number) => [...sharedKeys.writing, "series", "free", author] as const,
};

/** A writer's own series, newest first: all of them, a few pages at most. */
export const ownSeriesQuery = (author: number) =>
  queryOptions({
    queryKey: seriesKeys.list(author),
    queryFn: async ({ signal }) => {
      const found = [];
      let cursor: string | undefined;
      do {
        const page = await api.call(listSeries, { query: { user_id: author, cursor }, signal });
        found.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && found.length < limits.seriesOfAuthor);
      return found;
    },
  });

/** A series of the writer's own with all of its items. */
export const seriesWithItemsQuery = (id: number) =>
  queryOptions({
    queryKey: seriesKeys.one(id),
    queryFn: ({ signal }) => api.call(getSeries, { params: { id }, signal }),
  });

/** The writer's newest items that could join a series. */
export const freeItemsQuery = (author: number) =>
  queryOptions({
    queryKey: seriesKeys.free(author),
    queryFn: ({ signal }) =>
      api.call(listContent, { query: { user_id: author, per_page: limits.perPageMax }, signal }),
    select: (items) => items.filter(({ series }) => series === null),
  });

/** Changes of series; afterwards everything that shows one is fetched again. */
export function useSeriesChanges() {
  const cache = useQueryClient();
  const changed = async () => {
    const { writing, content, series } = sharedKeys;
    await Promise.all([writing, content, series].map((queryKey) => cache.invalidateQueries({ queryKey })));
  };
  return {
    async create(draft: SeriesDraft) {
      const made = await api.call(createSeries, { body: draft });
      await changed();
      return made;
    },
    async change(id: number, change: SeriesChange) {
      await api.call(changeSeries, { params: { id }, body: change });
      await changed();
    },
    async remove(id: number) {
      await api.call(deleteSeries, { params: { id } });
      await changed();
    },
  };
}
