import { useMe } from "../../features/auth/me.queries.ts";
import type { Reader } from "../../features/comments/reader.ts";
import { useSession } from "../../lib/session/useSession.ts";

/** Who reads; null for a visitor. */
export function useReader(): Reader | null {
  const session = useSession();
  const { data: me } = useMe();
  if (!session?.accessToken && !session?.refreshToken) return null;
  return { id: session.userId ?? me?.id ?? null, name: me?.name ?? "" };
}
