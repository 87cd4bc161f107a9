import { useMe } from "../../features/auth/me.queries.ts";
import { useSession } from "../../lib/session/useSession.ts";

/** Whoever looks at a writers' screen; these are open to everybody (D62). */
export function useWriter() {
  const session = useSession();
  const { data: me, isLoading } = useMe();
  const isVisitor = !session?.accessToken && !session?.refreshToken;
  const id = isVisitor ? null : (session?.userId ?? me?.id ?? null);
  return {
    id,
    name: me?.name,
    isVisitor,
    /** It is still to be found out who this is. */
    isUnknown: id === null && isLoading,
  };
}
