import { type ContentItem, listCategories, type SearchPage, searchContent } from "@cairn/contract";
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { type LibraryFilter, partsOf } from "./library-filter.ts";

/** Whoever comes back from a long read finds the list as far as it was opened, and with it the place in it. */
const keptFor = 60 * 60 * 1000;

const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: ["library", "found", filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(searchContent, { query: { ...partsOf(filter), cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: asOneList,
    // What was found before stays until the next answer is there.
    placeholderData: keepPreviousData,
    gcTime: keptFor,
  });

/** An item that moved between two pages while they were read stands once. */
function asOneList({ pages }: InfiniteData<SearchPage>) {
  const items = new Map<number, ContentItem>();
  for (const item of pages.flatMap((page) => page.items)) items.set(item.id, item);
  return { items: [...items.values()], corrected: pages[0]?.corrected };
}

export const useLibrary = (filter: LibraryFilter) => useInfiniteQuery(libraryQuery(filter));

const categoriesQuery = queryOptions({
  queryKey: ["library", "categories"],
  queryFn: ({ signal }) => api.call(listCategories, { signal }),
  staleTime: 10 * 60 * 1000,
});

export const useCategories = () => useQuery(categoriesQuery);
