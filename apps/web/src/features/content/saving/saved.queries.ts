import { type ContentItem, listSaved, listSavedIds, saveContent, unsaveContent } from "@cairn/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { callOrWait, callPath } from "../../../lib/outbox/call-or-wait.ts";
import { byCursor, rowsOf } from "../../../lib/pages.ts";

/** What the member saved; one answer marks every card. */
export const savedIdsQuery = queryOptions({
  queryKey: ["saved", "ids"],
  queryFn: async ({ signal }) => (await api.call(listSavedIds, { signal })).ids,
  staleTime: 5 * 60 * 1000,
});

export const savedQuery = infiniteQueryOptions({
  queryKey: ["saved", "items"],
  queryFn: ({ pageParam, signal }) => api.call(listSaved, { query: { cursor: pageParam }, signal }),
  ...byCursor,
  select: rowsOf<ContentItem>,
});

/** What an unsent choice about an item is about. */
export const aboutSave = (id: number) => `save:${id}`;

/** Saves an item or takes it out, here or later by the outbox; the list of marks follows at once. */
export async function changeSaved(
  cache: QueryClient,
  { id, title }: { id: number; title: string },
  saved: boolean,
) {
  const endpoint = saved ? saveContent : unsaveContent;
  const answer = await callOrWait(
    () => api.call(endpoint, { params: { id } }),
    () => ({
      kind: "save",
      about: aboutSave(id),
      ...callPath(endpoint, { id }),
      body: null,
      label: saved ? `Saving “${title}” for later` : `Removing “${title}” from your saved posts`,
    }),
  );
  const { queryKey } = savedIdsQuery;
  await cache.cancelQueries({ queryKey });
  cache.setQueryData(queryKey, (ids = []) => {
    const others = ids.filter((other) => other !== id);
    return saved ? [id, ...others] : others;
  });
  // Stays as it is while it is on the screen, so that what was taken out can be put back.
  void cache.invalidateQueries({ queryKey: savedQuery.queryKey, refetchType: "none" });
  return answer;
}
