import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { usePageAnswers } from "../lib/page-data.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session/useSession.ts";

// Lazy: the page is shown first, and works without it.
const LiveLine = lazy(() =>
  import("./LiveLine.tsx").then(
    ({ LiveLine }) => ({ default: LiveLine }),
    () => ({ default: () => null }),
  ),
);

/** Provides the query cache to the screens inside. Not part of the entry chunk: the public screens need no cache. */
export function QueryLayer({ children }: { children: ReactNode }) {
  // Re-renders when the session changes, because each session has its own cache.
  const session = useSession();
  const client = currentQueryClient();
  usePageAnswers(client);
  return (
    <QueryClientProvider client={client}>
      {children}
      {(session?.refreshToken ?? session?.accessToken) && (
        <Suspense>
          <LiveLine />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
