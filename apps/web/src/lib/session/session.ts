import { type SessionTokens, storageKeys } from "@cairn/contract";
import { readItem, removeItem, writeItem } from "../storage.ts";

/** What this device knows about who is signed in. A convenience of the screens, never security (D13). */
export interface Session {
  readonly accessToken: string | null;
  readonly refreshToken: string | null;
  /** As stored; anything may stand there. `isRole` says whether it is one of ours. */
  readonly role: string | null;
  readonly userId: number | null;
  /** A session has just ended and its way out is under way: guards hold still until it is over. */
  readonly leaving: boolean;
}

const sessionKeys: readonly (string | null)[] = [
  storageKeys.accessToken,
  storageKeys.refreshToken,
  storageKeys.userRole,
  storageKeys.userId,
];

const listeners = new Set<() => void>();
let leaving = false;
let snapshot: Session | undefined;

/** The spec strips an optional 'Bearer ' in front of a stored token (section 3). */
const bareToken = (stored: string | null) => stored?.replace(/^Bearer\s+/i, "").trim() || null;

function parseId(stored: string | null) {
  const id = Number(stored);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** Always what is stored now: other tabs write here too. The same object as long as nothing changed. */
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

const tellListeners = () => {
  for (const listener of listeners) listener();
};

function onStorage(event: StorageEvent) {
  // No key: the whole storage was cleared.
  if (event.key === null || sessionKeys.includes(event.key)) tellListeners();
}

/** Hears of changes by this tab, by other tabs, and of those slept through in the back/forward cache. */
export function subscribeSession(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener("storage", onStorage);
    window.addEventListener("pageshow", tellListeners);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", tellListeners);
  };
}

/** After OAuth the role and id are not known yet (D43). */
export type NewSession = Pick<SessionTokens, "access_token" | "refresh_token"> & Partial<SessionTokens>;

/** The role goes last: other tabs act on it, and by then the tokens must be there. */
export function startSession({ access_token, refresh_token, user_id, role }: NewSession) {
  writeItem(storageKeys.accessToken, access_token);
  writeItem(storageKeys.refreshToken, refresh_token);
  if (user_id === undefined) removeItem(storageKeys.userId);
  else writeItem(storageKeys.userId, String(user_id));
  if (role === undefined) removeItem(storageKeys.userRole);
  else writeItem(storageKeys.userRole, role);
  tellListeners();
}

/**
 * Notes whose session it is, where that is not known yet (D43); the role last, as above. `asked`: the refresh token of
 * the session that the answer is about. Any other stays as it is.
 */
export function storeIdentity(asked: string | null, { id, role }: { id: number; role: string }) {
  const { refreshToken, role: known, userId } = readSession();
  if (asked === null || refreshToken !== asked || (known !== null && userId !== null)) return;
  writeItem(storageKeys.userId, String(id));
  writeItem(storageKeys.userRole, role);
  tellListeners();
}

export function storeAccessToken(token: string) {
  writeItem(storageKeys.accessToken, token);
  tellListeners();
}

function clearSession() {
  removeItem(storageKeys.userRole);
  removeItem(storageKeys.accessToken);
  removeItem(storageKeys.refreshToken);
  removeItem(storageKeys.userId);
}

/**
 * Ends the session on this device. `leaving`: the caller takes the browser elsewhere; until it has arrived, guards
 * stay out of the way, since their redirect would overtake it with a message of its own.
 */
export function endSession({ leaving: isLeaving = false } = {}) {
  clearSession();
  leaving = isLeaving;
  tellListeners();
}

/** The browser is where it was sent. */
export function arrive() {
  if (!leaving) return;
  leaving = false;
  tellListeners();
}
