import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { confirmByToken } from "./confirmation.queries.ts";

export type Confirmation =
  | { state: "working" }
  | { state: "confirmed"; said: string }
  /** The link is too old, or was never one. */
  | { state: "refused"; said: string }
  /** It may work the next time. */
  | { state: "failed"; said: string; retry: () => void }
  /** The screen was opened without a link. */
  | { state: "missing" };

/** What the place in the history holds: it outlives a reload, and does not stand in the address. */
type Kept = { token?: string; outcome?: Extract<Confirmation, { state: "confirmed" | "refused" }> };

/** Confirms by the token of the address, which leaves the address bar at once. */
export function useConfirmation(): Confirmation {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const brought = new URLSearchParams(search).get("token");
  const { token, outcome }: Kept = state ?? {};
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  const asked = useRef<string>(undefined);

  useEffect(() => {
    const keep = (kept: Kept) => navigate(pathname, { replace: true, state: kept });
    if (brought) {
      void keep({ token: brought });
      return;
    }
    const question = `${token} ${tries}`;
    if (!token || asked.current === question) return;
    asked.current = question;
    confirmByToken(token).then(
      ({ message }) => void keep({ outcome: { state: "confirmed", said: message } }),
      (error: unknown) => {
        const said = error instanceof ApiError ? error.message : "Something went wrong. Please try again.";
        if (isRefusal(error)) void keep({ outcome: { state: "refused", said } });
        else setFailure(said);
      },
    );
  }, [brought, token, tries, pathname, navigate]);

  if (outcome) return outcome;
  if (!brought && !token) return { state: "missing" };
  if (failure === undefined) return { state: "working" };
  const retry = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return { state: "failed", said: failure, retry };
}

/** The link is no good, and will be none the next time. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
