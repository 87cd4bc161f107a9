import { type ReplyOf, refresh } from "@cairn/contract";
import { readSession, type Session, storeAccessToken } from "../session/session.ts";
import { ApiError, errorOf } from "./api-error.ts";
import { readBody, send } from "./send.ts";

/** The part of the Web Locks API that is used: one holder at a time over all tabs. */
export interface Locks {
  request<Value>(name: string, task: () => Promise<Value>): Promise<Value>;
}

interface RenewalOptions {
  base: string;
  /** Missing outside secure contexts: then tabs don't wait for each other, only the calls of one do. */
  locks: Locks | undefined;
  onSessionLost: () => void;
}

/** One refresh at a time, however many calls of however many tabs ask for it (D19). */
export function createRenewal({ base, locks, onSessionLost }: RenewalOptions) {
  let underway: Promise<void> | undefined;

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
      if (isCurrent && !mayPass(response.status)) onSessionLost();
      throw await errorOf(response);
    }
    const reply = (await readBody(response)) as ReplyOf<typeof refresh>;
    if (isCurrent) storeAccessToken(reply.access_token);
  }

  /** An access token that a call refused with `sent` can be repeated with. */
  return async function renewedToken(sent: Session): Promise<string> {
    if (!isRenewed(sent, readSession())) {
      underway ??= (locks ? locks.request("cairn-refresh", () => renew(sent)) : renew(sent)).finally(() => {
        underway = undefined;
      });
      await underway;
    }
    const now = readSession();
    // Signed out meanwhile, or somebody else signed in: the call must not be repeated in their name.
    if (!isSameSession(sent, now) || now.accessToken === null) throw sessionEnded();
    return now.accessToken;
  };
}

/** Too slow, too often, or the server is at fault: trying again later may do, and nobody is signed out. */
const mayPass = (status: number) => status === 408 || status === 429 || status >= 500;

const sessionEnded = () => new ApiError("session_ended", 401);

/** A refresh token does not rotate: it names the session. */
const isSameSession = (one: Session, other: Session) => one.refreshToken === other.refreshToken;

const isRenewed = (sent: Session, now: Session) =>
  now.accessToken !== null && now.accessToken !== sent.accessToken;
