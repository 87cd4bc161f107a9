import { messages, screens, signInError, signInNotBegun } from "@cairn/contract";
import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { startSession, storeIdentity } from "../../lib/session/session.ts";
import { whoseToken } from "./auth.queries.ts";
import { takeSignInMark } from "./sign-in-mark.ts";

/**
 * Handles every outcome of an OAuth callback (docs/rules.md#s2-oauth-return). Only the tab that started the sign-in
 * accepts its tokens (docs/rules.md#d76).
 */
export function useCallbackTokens() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isTaken = useRef(false);

  useEffect(() => {
    // Run once: the steps below remove the query, which would rerun the effect.
    if (isTaken.current) return;
    isTaken.current = true;

    const isBegun = takeSignInMark();
    const query = new URLSearchParams(search);
    const error = query.get("error");
    const access_token = query.get("access_token");
    const refresh_token = query.get("refresh_token");
    const toLogin = (text: string) => navigate(screens.login, { replace: true, state: { error: text } });

    async function enter(tokens: { access_token: string; refresh_token: string }) {
      // Immediately, before any call: tokens must not stay in the address bar (docs/rules.md#d24).
      void navigate(screens.authCallback, { replace: true });
      startSession(tokens);
      await askIdentity(tokens);
      void navigate(screens.home, { replace: true });
    }

    if (error !== null) void toLogin(signInError(error));
    else if (!access_token || !refresh_token) void toLogin(messages.oauthNoTokens);
    else if (isBegun) void enter({ access_token, refresh_token });
    else void toLogin(signInNotBegun);
  }, [search, navigate]);
}

/** The callback brings only tokens, but the guards need the role (docs/rules.md#d43). */
async function askIdentity({ access_token, refresh_token }: { access_token: string; refresh_token: string }) {
  try {
    storeIdentity(refresh_token, await whoseToken(access_token));
  } catch {
    // The spec continues to /home in any case, where the site asks again; an invalid token ends the session then.
  }
}
