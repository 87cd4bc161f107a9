import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { currentQueryClient } from "../lib/query-client.ts";
import { useSession } from "../lib/session/useSession.ts";

/** Cached answers for the screens inside. Kept out of the entry: the public screens need none. */
export function QueryLayer({ children }: { children: ReactNode }) {
  // Renders again when the session changes, and with it the cache.
  useSession();
  return <QueryClientProvider client={currentQueryClient()}>{children}</QueryClientProvider>;
}
