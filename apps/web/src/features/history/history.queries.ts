import { clearHistory, forgetRead, listHistory, type ReplyOf, switchHistory } from "@cairn/contract";
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { byCursor, rowsOf } from "../../lib/pages.ts";
import { sharedKeys } from "../../lib/query-keys.ts";

export const historyQuery = infiniteQueryOptions({
  queryKey: ["history"],
  queryFn: ({ pageParam, signal }) => api.call(listHistory, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: asOneHistory,
  staleTime: 0,
});

function asOneHistory(data: InfiniteData<ReplyOf<typeof listHistory>>) {
  return { items: rowsOf(data), on: data.pages[0]?.on ?? true };
}

/** Also the rows of Continue are made of the history. */
const renew = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: historyQuery.queryKey }),
    cache.invalidateQueries({ queryKey: sharedKeys.unfinished }),
  ]);

export async function setHistory(cache: QueryClient, on: boolean) {
  await api.call(switchHistory, { body: { on } });
  await renew(cache);
}

export async function emptyHistory(cache: QueryClient) {
  await api.call(clearHistory, {});
  await renew(cache);
}

export async function forgetItem(cache: QueryClient, id: number) {
  await api.call(forgetRead, { params: { id } });
  await renew(cache);
}
