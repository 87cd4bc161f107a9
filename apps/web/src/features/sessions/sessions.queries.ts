import { endSession as endSessionCall, listSessions } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { unlessGone } from "../../lib/api/api-error.ts";

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).items,
});

export async function endSession(cache: QueryClient, id: string) {
  await api.call(endSessionCall, { params: { id } }).catch(unlessGone("session_not_found"));
  cache.setQueryData(sessionsQuery.queryKey, (known) => known?.filter((session) => session.id !== id));
  void cache.invalidateQueries(sessionsQuery);
}
