import { messages, screens } from "@cairn/contract";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { connectExits } from "../lib/session/exits.ts";
import { arrive, endSession } from "../lib/session/session.ts";

/**
 * Where the browser goes when a call finds that the session is over (docs/rules.md#d42) or that logging in would help
 * (docs/rules.md#d61).
 */
export function SessionExits() {
  const navigate = useNavigate();
  const location = useLocation();

  useEffect(() => {
    const toLogin = (error: string) => navigate(screens.login, { replace: true, state: { error } });
    return connectExits({
      sessionLost: () => {
        endSession({ leaving: true });
        void toLogin(messages.sessionExpired);
      },
      loginSuggested: (text) => void toLogin(text),
      // Rarely needed, so it is not part of the first page's code.
      emailUnconfirmed: (text) => void import("./offer-link.ts").then(({ offerLink }) => offerLink(text)),
    });
  }, [navigate]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new place is an arrival, whatever is there
  useEffect(arrive, [location]);

  return null;
}
