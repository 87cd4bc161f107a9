import { dashboardOf, isRole } from "@cairn/contract";
import { useStore } from "../store.ts";
import { readSession, type Session, subscribeSession } from "./session.ts";

const notRead = () => null;

/** Null while the session has not been read: at build time and while a prerendered page hydrates. */
export function useSession(): Session | null {
  return useStore<Session | null>({ get: readSession, subscribe: subscribeSession }, notRead);
}

/** Whether calls that need a signed-in user are worth making; the server decides on each (docs/rules.md#d13). */
export function useIsSignedIn(): boolean {
  const session = useSession();
  return Boolean(session?.accessToken ?? session?.refreshToken);
}

/** Where a signed-in user's own pages begin; null for a visitor and before the session is read. */
export function useOwnHome(): string | null {
  const session = useSession();
  if (session === null || session.refreshToken === null || !isRole(session.role)) return null;
  return dashboardOf[session.role];
}
