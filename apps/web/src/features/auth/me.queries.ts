import { getMe } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { readSession, storeIdentity } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/useSession.ts";

/** Who is signed in; asks nothing for a visitor (D68). */
export function useMe() {
  const session = useSession();
  return useQuery({
    queryKey: ["me"],
    queryFn: async ({ signal }) => {
      const { refreshToken } = readSession();
      const me = await api.call(getMe, { signal });
      // After OAuth the first answer can get lost, and without the role the guards throw the user out (D43).
      storeIdentity(refreshToken, me);
      return me;
    },
    enabled: Boolean(session?.accessToken ?? session?.refreshToken),
  });
}
