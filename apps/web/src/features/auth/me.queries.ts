import { getMe } from "@cairn/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { useSession } from "../../lib/session/useSession.ts";

export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: ({ signal }) => api.call(getMe, { signal }),
});

/** Who is signed in; asks nothing for a visitor (D68). */
export function useMe() {
  const session = useSession();
  return useQuery({ ...meQuery, enabled: Boolean(session?.accessToken ?? session?.refreshToken) });
}
