import { type SessionTokens, storageKeys } from "@cairn/contract";
import { readItem, removeItem, watchItems, writeItem } from "../storage.ts";
import { createPublisher } from "../store.ts";

/** What this device has stored about the signed-in user. For convenience only, not security (docs/rules.md#guards-protect-nothing). */
export interface Session {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** As stored, so it may be any text; check it with `isRole`. */
  readonly role: string | null;
  readonly userId: number | null;
  /** The session has just ended and the redirect is in progress; guards do nothing until it is done. */
  readonly leaving: boolean;
}

const sessionKeys: readonly string[] = [
  storageKeys.accessToken,
  storageKeys.refreshToken,
  storageKeys.userRole,
  storageKeys.userId,
];

/** Whether calls that need a member are worth making; the server decides about each (docs/rules.md#guards-protect-nothing). */
export const isSignedIn = (session: Session | null): session is Session =>
  Boolean(session?.accessToken ?? session?.refreshToken);

let leaving = false;
let snapshot: Session | undefined;

/** The spec strips an optional 'Bearer ' in front of a stored token (docs/evidence/spec-clauses.md#s3-bearer-prefix). */
const bareToken = (stored: string | null) => stored?.replace(/^Bearer\s+/i, "").trim() || null;

function parseId(stored: string | null) {
  const id = Number(stored);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Reads storage each time, because other tabs write to it too. Returns the same object until something changes. */
export function readSession(): Session {
  const now: Session = {
    accessToken: bareToken(readItem(storageKeys.accessToken)),
    refreshToken: bareToken(readItem(storageKeys.refreshToken)),
    role: readItem(storageKeys.userRole) || null,
    userId: parseId(readItem(storageKeys.userId)),
    leaving,
  };
  const known = snapshot;
  const same = known && (Object.keys(now) as (keyof Session)[]).every((key) => known[key] === now[key]);
  if (!same) snapshot = now;
  return same ? known : now;
}

const changes = createPublisher((publish) =>
  // The server renders pages for a reader it does not know.
  typeof window === "undefined" ? () => {} : watchItems(sessionKeys, publish),
);

/** Subscribes to changes by this tab, by other tabs, and those missed while the page was in the back/forward cache. */
export const subscribeSession = changes.subscribe;

/** After an OAuth sign-in the role and id are not known yet (docs/rules.md#role-after-a-sign-in-by-a-provider). */
export type NewSession = Pick<SessionTokens, "access_token" | "refresh_token"> & Partial<SessionTokens>;

/** Writes the role last: other tabs act on it, and the tokens must be stored by then. */
export function startSession({ access_token, refresh_token, user_id, role }: NewSession) {
  writeItem(storageKeys.accessToken, access_token);
  writeItem(storageKeys.refreshToken, refresh_token);
  if (user_id === undefined) removeItem(storageKeys.userId);
  else writeItem(storageKeys.userId, String(user_id));
  if (role === undefined) removeItem(storageKeys.userRole);
  else writeItem(storageKeys.userRole, role);
  changes.publish();
}

/**
 * Stores the user's id and role if they are not known yet (docs/rules.md#role-after-a-sign-in-by-a-provider); the role last, as above. `asked` is the
 * refresh token of the session that the answer belongs to; any other session is left unchanged.
 */
export function storeIdentity(asked: string | null, { id, role }: { id: number; role: string }) {
  const { refreshToken, role: known, userId } = readSession();
  if (asked === null || refreshToken !== asked || (known !== null && userId !== null)) return;
  writeItem(storageKeys.userId, String(id));
  writeItem(storageKeys.userRole, role);
  changes.publish();
}

export function storeAccessToken(token: string) {
  writeItem(storageKeys.accessToken, token);
  changes.publish();
}

function clearSession() {
  removeItem(storageKeys.userRole);
  removeItem(storageKeys.accessToken);
  removeItem(storageKeys.refreshToken);
  removeItem(storageKeys.userId);
}

/**
 * Ends the session on this device. `leaving`: the caller redirects the browser; guards do nothing until it arrives,
 * since their own redirect and message would get ahead of the caller's.
 */
export function endSession({ leaving: isLeaving = false } = {}) {
  clearSession();
  leaving = isLeaving;
  changes.publish();
}

/** Marks the redirect after the session's end as done. */
export function arrive() {
  if (!leaving) return;
  leaving = false;
  changes.publish();
}
