import type { checkConfirmation, ReplyOf } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { useSession } from "../../lib/session/useSession.tsx";
import { accountOfLink } from "./confirmation.queries.ts";

/** The account that the link belongs to, as far as this browser may know it. */
export type LinkedAccount = ReplyOf<typeof checkConfirmation>;

export type Confirmation =
  | { state: "opening" }
  /** Nothing is confirmed until the user presses a button. */
  | { state: "ready"; token: string; account: LinkedAccount; onDone: (done: Done) => void }
  | Done
  /** A retry may succeed. */
  | { state: "failed"; said: string; retry: () => void }
  /** The screen was opened without a link. */
  | { state: "missing" };

/** `taken`: the account has another owner now, who has to set a password. `refused`: the link was used, is too old, or was never one. */
export type Done = { state: "confirmed" | "taken" | "refused"; said: string };

/** Stored in the history entry: it survives a reload and does not appear in the address. */
type Kept = { token?: string; outcome?: Done };

/**
 * Looks up the account for the token in the address, and removes the token from the address bar immediately. Opening
 * the page confirms nothing.
 */
export function useConfirmation(): Confirmation {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get("token");
  const { token, outcome }: Kept = state ?? {};
  // Asks again whether the account is the user's own when another user signs in, in any tab.
  const session = useSession()?.refreshToken;
  const [account, setAccount] = useState<LinkedAccount & { askedIn: typeof session }>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const asked = useRef<string>(undefined);

  useEffect(() => {
    const keep = (kept: Kept) => navigate(pathname, { replace: true, state: kept });
    if (brought) {
      void keep({ token: brought });
      return;
    }
    const question = `${token} ${tries} ${session}`;
    if (!token || outcome || asked.current === question) return;
    asked.current = question;
    accountOfLink(token).then(
      (found) => setAccount({ ...found, askedIn: session }),
      (error: unknown) => {
        const { said, isFinal } = refusalOf(error);
        if (isFinal) void keep({ outcome: { state: "refused", said } });
        else setFailure(said);
      },
    );
  }, [brought, token, outcome, tries, session, pathname, navigate]);

  if (outcome) return outcome;
  if (!brought && !token) return { state: "missing" };
  if (failure !== undefined) {
    const retry = () => {
      setFailure(undefined);
      setTries(tries + 1);
    };
    return { state: "failed", said: failure, retry };
  }
  if (!token || !account || account.askedIn !== session) return { state: "opening" };
  const onDone = (done: Done) => void navigate(pathname, { replace: true, state: { outcome: done } });
  return { state: "ready", token, account, onDone };
}

/** The text to show, and whether the link is permanently invalid. */
export function refusalOf(error: unknown): { said: string; isFinal: boolean } {
  if (!(error instanceof ApiError)) {
    return { said: "Something went wrong. Please try again.", isFinal: false };
  }
  return { said: error.message, isFinal: error.code === "link_invalid" };
}
