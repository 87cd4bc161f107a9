import {
  getContent,
  listLabels,
  readId,
  type StillTrue,
  sayStillTrue,
  searchContent,
  supersedeOwnContent,
} from "@cairn/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { sharedKeys } from "../../../lib/query-keys.ts";

/** Labels that begin with the text, the most used first. */
export const labelsQuery = (prefix: string) =>
  queryOptions({
    queryKey: sharedKeys.labels(prefix),
    queryFn: async ({ signal }) => (await api.call(listLabels, { query: { prefix }, signal })).items,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

export interface FoundItem {
  id: number;
  title: string;
  author_name: string;
}

/** Public items by words, or by the number in their address. */
export const foundItemsQuery = (words: string) =>
  queryOptions({
    queryKey: [...sharedKeys.content, "found", words] as const,
    queryFn: async ({ signal }): Promise<readonly FoundItem[]> => {
      const searched = api.call(searchContent, { query: { q: words }, signal });
      const id = readId(words);
      const numbered = id === null ? [] : publicItem(id, signal);
      return [...(await numbered), ...(await searched).items];
    },
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });

async function publicItem(id: number, signal: AbortSignal) {
  try {
    const item = await api.call(getContent, { params: { id }, signal });
    return item.status === "Published" ? [item] : [];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}

/** What an author says about an own published item. */
export async function renewOwn(
  id: number,
  answer: { stillTrue: StillTrue } | { supersededBy: number | null },
): Promise<void> {
  const params = { id };
  if ("stillTrue" in answer) await api.call(sayStillTrue, { params, body: answer.stillTrue });
  else await api.call(supersedeOwnContent, { params, body: { by: answer.supersededBy } });
  await currentQueryClient().invalidateQueries();
}
