import { endSession, listSessions } from "@cairn/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { ApiError } from "../../lib/api/api-error.ts";

/** Where one is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async ({ signal }) => (await api.call(listSessions, { signal })).items,
});

export function useEndSession() {
  const cache = useQueryClient();
  return async (id: string) => {
    await api.call(endSession, { params: { id } }).catch(unlessGone);
    cache.setQueryData(sessionsQuery.queryKey, (known) => known?.filter((session) => session.id !== id));
    void cache.invalidateQueries(sessionsQuery);
  };
}

/** Ended before, perhaps by itself: that is what was wanted. */
function unlessGone(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== "session_not_found") throw error;
}
