import { useMe } from "../features/auth/me.queries.ts";
import { useSession } from "../lib/session/useSession.ts";

/** Who the shells greet: null for a visitor, and without a name until the server has told it. */
export function useShellUser() {
  const session = useSession();
  const me = useMe();
  const isSignedIn = Boolean(session?.accessToken ?? session?.refreshToken);
  return isSignedIn ? { name: me.data?.name ?? "", email: me.data?.email } : null;
}
