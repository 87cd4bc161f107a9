import { type SessionQuestion, useCallbackTokens } from "../features/auth/useCallbackTokens.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Button } from "../ui/Button.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as css from "./auth-callback-page.module.css";

/** The page that a provider's sign-in returns to (docs/rules.md#s2-oauth-return, docs/rules.md#d24). */
export function AuthCallbackPage() {
  const question = useCallbackTokens();
  return (
    <main id="main" className={`${layoutCss.stack} ${css.main}`} tabIndex={-1}>
      <PageTitle title="Logging in" hidden />
      {question ? <Question {...question} /> : <LoadingLine text="Processing authentication..." />}
    </main>
  );
}

/** Asked before a link replaces another member's session (docs/rules.md#d100). */
function Question({ names: { own, other }, replace, keep }: SessionQuestion) {
  return (
    <div className={`${layoutCss.stack} ${layoutCss.gap4} ${css.question}`} role="status">
      <h1 className={layoutCss.h2}>Switch accounts?</h1>
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
      <div className={`${layoutCss.cluster} ${layoutCss.gap2}`}>
        <Button kind="primary" onClick={keep}>
          Stay signed in
        </Button>
        <Button onClick={replace}>Switch</Button>
      </div>
    </div>
  );
}
