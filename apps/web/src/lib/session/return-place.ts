import { type SessionTokens, screens } from "@cairn/contract";
import { useLocation } from "react-router";

/** The state of a location that leads to the login or register screen. */
export interface LoginState {
  /** What went wrong. */
  error?: string;
  /** What a login is good for; nothing went wrong. */
  reason?: string;
  /** The page that a login returns to (docs/rules.md#return-after-the-login). */
  from?: string;
  /** Only this user returns there: the page of an ended session may hold its owner's unsent work. */
  owner?: number;
}

/** State for a link from this page to the login screen; the login returns here, to the element that `hash` names. */
export function useLoginState({ reason, hash = "" }: { reason?: string; hash?: string } = {}): LoginState {
  const { pathname, search } = useLocation();
  return { ...(reason !== undefined && { reason }), from: pathname + search + hash };
}

/** The page in the address of the log-in, which a site for members only leads visitors to; null without one. */
export const fromAddress = (search: string): string | null => new URLSearchParams(search).get("from");

/** The state of the log-in or register screen, with the page that its address names. */
export function useEntryState(): unknown {
  const { state, search } = useLocation();
  const from = fromAddress(search);
  return from === null ? state : { from, ...(state as LoginState | null) };
}

/** Pages that a user only passes on the way in or out. */
const passages: readonly string[] = [
  screens.landing,
  screens.login,
  screens.register,
  screens.authCallback,
  screens.forgotPassword,
  screens.code,
  screens.newPassword,
];

/** The page that a login with this state returns to; null if it was not asked for from a page of this site. */
export function returnPlace(state: unknown, { user_id }: Partial<SessionTokens>): string | null {
  if (typeof state !== "object" || state === null || !("from" in state)) return null;
  if ("owner" in state && state.owner !== user_id) return null;
  const { from } = state;
  // "//host" and "/\\host" name another site.
  if (typeof from !== "string" || !/^\/(?![/\\])/.test(from)) return null;
  return passages.includes(from.split(/[?#]/, 1)[0] ?? "") ? null : from;
}
