import { messages, type SessionTokens, screens } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { whoseToken } from "../features/auth/auth.queries.ts";
import { takeSignInMark } from "../features/auth/SocialButtons.tsx";
import { PageTitle } from "../lib/PageTitle.tsx";
import { returnPlace } from "../lib/session/return-place.ts";
import { isSignedIn, readSession, startSession, storeIdentity } from "../lib/session/session.ts";
import * as loadingScreenCss from "../shells/loading-screen.module.css";
import { Button } from "../ui/Button.tsx";
import * as kit from "../ui/kit.module.css";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import { Row, Stack } from "../ui/Stack.tsx";
import * as css from "./auth-callback-page.module.css";

/** The page that a provider's sign-in returns to (docs/evidence/spec-clauses.md#s2-oauth-return, docs/rules.md#sign-in-by-a-provider). */
export function AuthCallbackPage() {
  const question = useCallbackTokens();
  return (
    <main id="main" className={`${kit.stack} ${loadingScreenCss.main}`} tabIndex={-1}>
      <PageTitle title="Logging in" hidden />
      {question ? <Question {...question} /> : <LoadingLine text="Processing authentication..." />}
    </main>
  );
}

/** Asked before a link replaces another member's session (docs/rules.md#links-with-a-session). */
function Question({ names: { own, other }, replace, keep }: SessionQuestion) {
  return (
    <Stack className={css.question} role="status">
      <h1 className={kit.h2}>Switch accounts?</h1>
      <p>
        {own === null ? (
          "You are signed in on this device."
        ) : (
          <>
            You are signed in as <b>{own}</b>.
          </>
        )}{" "}
        The link that you opened signs in{" "}
        {other === null ? "an account that we could not look up" : <b>{other}</b>}. If you did not ask for it,
        stay signed in.
      </p>
      <Row wrap>
        <Button kind="primary" onClick={keep}>
          Stay signed in
        </Button>
        <Button onClick={replace}>Switch</Button>
      </Row>
    </Stack>
  );
}

type Tokens = Pick<SessionTokens, "access_token" | "refresh_token">;
type Identity = Awaited<ReturnType<typeof whoseToken>>;

/** A link would sign this browser in, where a session is stored already. */
interface SessionQuestion {
  /** Who is signed in, and whom the link signs in; null if the server did not say. */
  readonly names: { readonly own: string | null; readonly other: string | null };
  /** Replaces the stored session. */
  readonly replace: () => void;
  /** Forgets the link's tokens. */
  readonly keep: () => void;
}

/** The state of the location `/home` after a sign-in that this browser did not begin. */
const signedInByLink = { isSignedInByLink: true } as const;

/**
 * Handles every outcome of an OAuth callback (docs/evidence/spec-clauses.md#s2-oauth-return).
 *
 * @returns a question to the reader, before a link replaces another member's session (docs/rules.md#links-with-a-session)
 */
function useCallbackTokens(): SessionQuestion | null {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isTaken = useRef(false);
  const [question, setQuestion] = useState<SessionQuestion | null>(null);

  useEffect(() => {
    // Run once: the steps below remove the query, which would rerun the effect.
    if (isTaken.current) return;
    isTaken.current = true;

    const mark = takeSignInMark();
    const query = new URLSearchParams(search);
    const error = query.get("error");
    const access_token = query.get("access_token");
    const refresh_token = query.get("refresh_token");
    const toLogin = (text: string) => navigate(screens.login, { replace: true, state: { error: text } });
    const toHome = () =>
      navigate(returnPlace(mark, {}) ?? screens.home, {
        replace: true,
        ...(!mark && { state: signedInByLink }),
      });

    /** Stores the tokens before the call: /home is reached whatever the answer is. */
    async function enter(tokens: Tokens, identity?: Identity | null) {
      startSession(tokens);
      const known = identity ?? (await askIdentity(tokens));
      if (known) storeIdentity(tokens.refresh_token, known);
      void toHome();
    }

    async function enterOrAsk(tokens: Tokens) {
      const session = readSession();
      const { accessToken, refreshToken, userId } = session;
      const isVisitor = !isSignedIn(session);
      if (mark || isVisitor || refreshToken === tokens.refresh_token) return enter(tokens);
      const [own, identity] = await Promise.all([
        accessToken === null ? null : askIdentity({ access_token: accessToken }),
        askIdentity(tokens),
      ]);
      if (identity !== null && identity.id === userId) return enter(tokens, identity);
      setQuestion({
        names: { own: own?.name ?? null, other: identity?.name ?? null },
        replace: () => void enter(tokens, identity),
        keep: () => void navigate(screens.home, { replace: true }),
      });
    }

    if (error !== null) void toLogin(plainWords(error));
    else if (!access_token || !refresh_token) void toLogin(messages.oauthNoTokens);
    else {
      // Immediately, before any call: tokens must not stay in the address bar (docs/rules.md#sign-in-by-a-provider).
      void navigate(screens.authCallback, { replace: true });
      void enterOrAsk({ access_token, refresh_token });
    }
  }, [search, navigate]);

  return question;
}

/** In characters. */
const longestError = 200;

/** An error of the address, which anybody can write: as plain text in one line, without signs that nobody sees. */
const plainWords = (said: string): string =>
  [...said.replaceAll(/[\p{C}\s]+/gu, " ").trim()].slice(0, longestError).join("") || messages.oauthFailed;

/**
 * The callback brings only tokens, but the guards need the role (docs/rules.md#role-after-a-sign-in-by-a-provider). Null if the server did not say;
 * the specification goes on to /home in any case, where the site asks again, and an invalid token ends the session.
 */
const askIdentity = ({ access_token }: Pick<Tokens, "access_token">): Promise<Identity | null> =>
  whoseToken(access_token).catch(() => null);
