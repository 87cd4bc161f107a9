import { endSession as endSessionCall, listSessions } from "@cairn/contract";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).items,
});

export async function endSession(cache: QueryClient, id: string) {
  await api.call(endSessionCall, { params: { id } }).catch(unlessGone);
  cache.setQueryData(sessionsQuery.queryKey, (known) => known?.filter((session) => session.id !== id));
  void cache.invalidateQueries(sessionsQuery);
}

/** Already ended, perhaps by expiry: that is the desired state. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== "session_not_found") throw error;
}
