import { dashboardOf, isRole } from "@cairn/contract";
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";
import { type Store, useStore } from "../store.ts";
import { isSignedIn, readSession, type Session, subscribeSession } from "./session.ts";

const notRead = () => null;
const stored: Store<Session | null> = { get: readSession, subscribe: subscribeSession };
const none: Store<null> = { get: notRead, subscribe: () => () => {} };

/** Undefined: no provider around it. */
const SessionContext = createContext<Session | null | undefined>(undefined);

/**
 * Gives the screens their session. Once a finished page has hydrated, they get it in a transition: all that a member's
 * page shows of its own changes then, which would block a slow processor for 0.2 s in one piece. Later changes reach all
 * of them at once.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const session = useStore(stored, notRead);
  const [isRead, setRead] = useState(session !== null);
  useEffect(() => startTransition(() => setRead(true)), []);
  return <SessionContext value={isRead ? session : null}>{children}</SessionContext>;
}

/** Null while the session has not been read: at build time and while a prerendered page hydrates. */
export function useSession(): Session | null {
  const given = useContext(SessionContext);
  const own = useStore<Session | null>(given === undefined ? stored : none, notRead);
  return given === undefined ? own : given;
}

export const useIsSignedIn = (): boolean => isSignedIn(useSession());

/** Where a signed-in user's own pages begin; null for a visitor and before the session is read. */
export function useOwnHome(): string | null {
  const session = useSession();
  if (session === null || session.refreshToken === null || !isRole(session.role)) return null;
  return dashboardOf[session.role];
}
