import { dashboardOf, isRole } from "@cairn/contract";
import { useSession } from "./useSession.ts";

/** Where a signed-in user's own pages begin; null for a visitor and before the session is read. */
export function useOwnHome(): string | null {
  const session = useSession();
  if (session === null || session.refreshToken === null || !isRole(session.role)) return null;
  return dashboardOf[session.role];
}
