import { messages, screens } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { startSession, storeIdentity } from "../../lib/session/session.ts";
import { whoseToken } from "./auth.queries.ts";

/** The three ways out of an OAuth return (spec section 2). */
export function useCallbackTokens() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isTaken = useRef(false);

  useEffect(() => {
    // Once: what follows takes the query away, and with it the effect's reason.
    if (isTaken.current) return;
    isTaken.current = true;

    const query = new URLSearchParams(search);
    const error = query.get("error");
    const access_token = query.get("access_token");
    const refresh_token = query.get("refresh_token");
    const toLogin = (text: string) => navigate(screens.login, { replace: true, state: { error: text } });

    async function enter(tokens: { access_token: string; refresh_token: string }) {
      // At once, before any call: tokens must not stay in the address bar (D24).
      void navigate(screens.authCallback, { replace: true });
      startSession(tokens);
      await askIdentity(tokens);
      void navigate(screens.home, { replace: true });
    }

    if (error !== null) void toLogin(error || messages.oauthFailed);
    else if (access_token && refresh_token) void enter({ access_token, refresh_token });
    else void toLogin(messages.oauthNoTokens);
  }, [search, navigate]);
}

/** D43: the tokens come alone, and the guards need the role. */
async function askIdentity({ access_token, refresh_token }: { access_token: string; refresh_token: string }) {
  try {
    storeIdentity(refresh_token, await whoseToken(access_token));
  } catch {
    // The spec's way on is /home in any case, and there it is asked again; a token that is no good ends with that call.
  }
}
