import { useCallbackTokens } from "../features/auth/useCallbackTokens.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { Spinner } from "../ui/Spinner.tsx";

export function AuthCallbackPage() {
  useCallbackTokens();
  return (
    <main id="main" className="grid min-h-screen place-items-center">
      <PageTitle title="Logging in" hidden />
      <p role="status" className="flex items-center gap-2 text-text-2">
        <Spinner />
        Processing authentication...
      </p>
    </main>
  );
}
