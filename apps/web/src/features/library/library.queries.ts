import { listCategories, type SearchPage, searchContent } from "@cairn/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../lib/pages.ts";
import { sharedKeys } from "../../lib/query-keys.ts";
import { type LibraryFilter, partsOf } from "./library-filter.ts";

/**
 * In milliseconds: a reader who comes back from a long article finds the list loaded as far as before, and so the same
 * scroll position.
 */
const keptFor = 60 * 60 * 1000;

export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ["library", "found", filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(searchContent, { query: { ...partsOf(filter), cursor: pageParam }, signal }),
    ...byCursor,
    select: asOneList,
    // The previous results stay until the next response arrives.
    placeholderData: keepPreviousData,
    gcTime: keptFor,
  });

const asOneList = (data: InfiniteData<SearchPage>) => ({
  items: rowsOf(data),
  corrected: data.pages[0]?.corrected,
  category: data.pages[0]?.category,
  instead: data.pages[0]?.instead,
  next: data.pages.at(-1)?.next,
});

export const useLibrary = (filter: LibraryFilter) => useInfiniteQuery(libraryQuery(filter));

export const fetchCategories = ({ signal }: { signal: AbortSignal }) => api.call(listCategories, { signal });

export const categoriesQuery = queryOptions({
  queryKey: sharedKeys.categories,
  queryFn: fetchCategories,
  staleTime: 10 * 60 * 1000,
});

export const useCategories = ({ enabled = true } = {}) => useQuery({ ...categoriesQuery, enabled });
