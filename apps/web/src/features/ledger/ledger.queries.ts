import { getLogState, type LedgerPage, type LogState, listLedger } from "@cairn/contract";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";
import { byCursor } from "../../lib/pages.ts";

export const ledgerQuery = infiniteQueryOptions({
  queryKey: ["ledger"],
  queryFn: ({ pageParam, signal }) => api.call(listLedger, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: asOneChain,
});

/** The newest checkpoint and its witnesses; null before the first signature. */
export const logQuery = queryOptions({
  queryKey: ["log"],
  queryFn: ({ signal }): Promise<LogState | null> =>
    api.call(getLogState, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }),
});

/** The site's own address, which a page from the server names before the browser is asked. */
export const publicUrlKey = ["public-url"] as const;

/** Newest first, without a gap. */
function asOneChain({ pages }: InfiniteData<LedgerPage>) {
  return {
    rows: pages.flatMap(({ items }) => items),
    notes: pages.flatMap(({ notes }) => notes),
    head: pages[0]?.head ?? null,
    /** Cursor of the rows that follow. */
    next: pages.at(-1)?.next ?? null,
  };
}
