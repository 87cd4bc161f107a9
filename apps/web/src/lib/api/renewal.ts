import { type ReplyOf, refresh } from "@cairn/contract";
import { readSession, type Session, storeAccessToken } from "../session/session.ts";
import { ApiError, errorOf, isTemporary } from "./api-error.ts";
import { readBody, send } from "./send.ts";

/** The part of the Web Locks API that is used: one holder at a time across all tabs. */
export interface Locks {
  request<Value>(name: string, task: () => Promise<Value>): Promise<Value>;
}

interface RenewalOptions {
  base: string;
  /** Undefined in insecure contexts: then only calls within one tab wait for each other, not the tabs. */
  locks: Locks | undefined;
  onSessionLost: () => void;
}

/** Runs one refresh at a time, no matter how many calls in how many tabs need it (docs/rules.md#tokens). */
export function createRenewal({ base, locks, onSessionLost }: RenewalOptions) {
  let inFlight: Promise<void> | undefined;

  async function renew(sent: Session) {
    const now = readSession();
    if (!isSameSession(sent, now) || isRenewed(sent, now)) return;
    if (now.refreshToken === null) {
      onSessionLost();
      throw sessionEnded();
    }
    const response = await send(base, refresh, {}, now.refreshToken);
    const isCurrent = isSameSession(now, readSession());
    if (!response.ok) {
      if (isCurrent && !isTemporary(response.status)) onSessionLost();
      throw await errorOf(response);
    }
    const reply = (await readBody(response)) as ReplyOf<typeof refresh>;
    if (isCurrent) storeAccessToken(reply.access_token);
  }

  /**
   * The access token to retry with, after a call was refused with the token of `sent`. Throws ApiError if there is
   * none.
   */
  return async function renewedToken(sent: Session): Promise<string> {
    if (!isRenewed(sent, readSession())) {
      inFlight ??= (locks ? locks.request("cairn-refresh", () => renew(sent)) : renew(sent)).finally(() => {
        inFlight = undefined;
      });
      await inFlight;
    }
    const now = readSession();
    // The user has signed out or someone else has signed in: the call must not be repeated under another session.
    if (!isSameSession(sent, now) || now.accessToken === null) throw sessionEnded();
    return now.accessToken;
  };
}

const sessionEnded = () => new ApiError("session_ended", 401);

/** Refresh tokens do not rotate, so the token identifies the session. */
const isSameSession = (one: Session, other: Session) => one.refreshToken === other.refreshToken;

const isRenewed = (sent: Session, now: Session) =>
  now.accessToken !== null && now.accessToken !== sent.accessToken;
