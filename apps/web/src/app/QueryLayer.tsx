import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { usePageAnswers } from "../lib/page-data.ts";
import { currentQueryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session/useSession.ts";

/** Provides the query cache to the screens inside. Not part of the entry chunk: the public screens need no cache. */
export function QueryLayer({ children }: { children: ReactNode }) {
  // Re-renders when the session changes, because each session has its own cache.
  useSession();
  const client = currentQueryClient();
  usePageAnswers(client);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
