import { useCallbackTokens } from "../features/auth/useCallbackTokens.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";
import * as layoutCss from "../ui/layout.module.css";
import * as css from "./auth-callback-page.module.css";

/** The page that a provider's sign-in returns to (docs/rules.md#s2-oauth-return, docs/rules.md#d24). */
export function AuthCallbackPage() {
  useCallbackTokens();
  return (
    <main id="main" className={`${layoutCss.stack} ${css.main}`} tabIndex={-1}>
      <PageTitle title="Logging in" hidden />
      <LoadingLine text="Processing authentication..." />
    </main>
  );
}
