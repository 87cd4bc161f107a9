import { useMe } from "../features/auth/me.queries.ts";
import { useIsSignedIn } from "../lib/session/useSession.ts";

/** The user shown in the shells: null for a visitor; the name is empty until the server has answered. */
export function useShellUser() {
  const isSignedIn = useIsSignedIn();
  const me = useMe();
  return isSignedIn ? { name: me.data?.name ?? "", email: me.data?.email } : null;
}
