import { getMe } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import { sharedKeys } from "../../lib/query-keys.ts";
import { isSignedIn, readSession, storeIdentity } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/useSession.tsx";

/** The signed-in user; makes no call for a visitor (docs/rules.md#sample-mode-makes-no-calls). */
export function useMe() {
  const session = useSession();
  return useQuery({
    queryKey: sharedKeys.me,
    queryFn: async ({ signal }) => {
      const { refreshToken } = readSession();
      const me = await api.call(getMe, { signal });
      // After OAuth the first response can get lost, and without a role the guards would sign the user out
      // (docs/rules.md#role-after-a-sign-in-by-a-provider).
      storeIdentity(refreshToken, me);
      return me;
    },
    enabled: isSignedIn(session),
  });
}
