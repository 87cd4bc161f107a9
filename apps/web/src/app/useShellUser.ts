import { isRole } from "@cairn/contract";
import { useMe } from "../features/auth/me.queries.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.ts";

/** The user shown in the shells: null for a visitor; the name is empty until the server has answered. */
export function useShellUser() {
  const isSignedIn = useIsSignedIn();
  const role = useSession()?.role;
  const me = useMe();
  if (!isSignedIn) return null;
  return {
    name: me.data?.name ?? "",
    ...(me.data && { email: me.data.email }),
    ...(isRole(role) && { role }),
  };
}
