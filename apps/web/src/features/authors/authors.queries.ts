import { type ContentItem, getAuthor, limits, listAuthors, listContent } from "@cairn/contract";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../lib/pages.ts";

export const authorQuery = (id: number) =>
  queryOptions({
    queryKey: ["authors", id],
    queryFn: ({ signal }) => api.call(getAuthor, { params: { id }, signal }),
  });

/** Authors whose names have these words. */
export const authorsNamedQuery = (q: string) =>
  queryOptions({
    queryKey: ["authors", "named", q],
    queryFn: ({ signal }) => api.call(listAuthors, { query: { q }, signal }),
    enabled: q !== "",
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
  });

/** An author's published posts, newest first. The call also lists an author's own drafts to that author. */
export const authorItemsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ["authors", id, "items"],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { user_id: id, per_page: limits.libraryPage, cursor };
      const { body, headers } = await api.callWithHeaders(listContent, { query, signal });
      return { items: body, next: headers.get("x-next-cursor") ?? undefined };
    },
    ...byCursor,
    select: (data): ContentItem[] => rowsOf(data).filter(({ status }) => status === "Published"),
  });
