import { useCallbackTokens } from "../features/auth/useCallbackTokens.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { LoadingLine } from "../ui/LoadingLine.tsx";

/** Where a provider's sign-in comes back to (spec section 2, D24). */
export function AuthCallbackPage() {
  useCallbackTokens();
  return (
    <main id="main" className="grid min-h-screen place-items-center" tabIndex={-1}>
      <PageTitle title="Logging in" hidden />
      <LoadingLine text="Processing authentication..." />
    </main>
  );
}
