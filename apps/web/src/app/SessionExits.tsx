import { messages, screens } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { connectExits } from "../lib/session/exits.ts";
import type { LoginState } from "../lib/session/return-place.ts";
import { arrive, endSession, readSession } from "../lib/session/session.ts";

/**
 * Where the browser goes when a call finds that the session is over (docs/rules.md#d42) or that logging in would help
 * (docs/rules.md#d61). The login returns to the page where that happened (docs/rules.md#d101).
 */
export function SessionExits() {
  const navigate = useNavigate();
  const location = useLocation();
  const page = useRef(location);

  useEffect(() => {
    const toLogin = (state: LoginState) => {
      const from = page.current.pathname + page.current.search;
      void navigate(screens.login, { replace: true, state: { from, ...state } });
    };
    return connectExits({
      sessionLost: () => {
        const { userId } = readSession();
        endSession({ leaving: true });
        toLogin({ error: messages.sessionExpired, owner: userId ?? 0 });
      },
      loginSuggested: (error) => toLogin({ error }),
      // Rarely needed, so it is not part of the first page's code.
      emailUnconfirmed: (text) => void import("./offer-link.ts").then(({ offerLink }) => offerLink(text)),
    });
  }, [navigate]);

  useEffect(() => {
    page.current = location;
    arrive();
  }, [location]);

  return null;
}
