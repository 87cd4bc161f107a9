import { useMe } from "../../features/auth/me.queries.ts";
import { isSignedIn } from "../../lib/session/session.ts";
import { useSession } from "../../lib/session/useSession.tsx";

/** The user who views a writers' screen; these screens are open to everyone (docs/rules.md#screens-without-a-token). */
export function useWriter() {
  const session = useSession();
  const { data: me, isLoading } = useMe();
  const isVisitor = !isSignedIn(session);
  const id = isVisitor ? null : (session?.userId ?? me?.id ?? null);
  return {
    id,
    name: me?.name,
    isVisitor,
    /** The user's id is still loading. */
    isUnknown: id === null && isLoading,
  };
}
