import { getMe } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { useSession } from "../../lib/session/useSession.ts";

/** Who is signed in; asks nothing for a visitor (D68). */
export function useMe() {
  const session = useSession();
  return useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => api.call(getMe, { signal }),
    enabled: Boolean(session?.accessToken ?? session?.refreshToken),
  });
}
