import type { ReactNode } from "react";
import { useSession } from "../../../lib/session/useSession.ts";
import { AdminSourceContext } from "../admin-source.ts";
import { currentSample } from "./sample-source.ts";

/** Shows the sample to the screens inside. */
export function SampleSource({ children }: { children: ReactNode }) {
  // Renders again when the session changes, and with it the sample.
  useSession();
  return <AdminSourceContext value={currentSample()}>{children}</AdminSourceContext>;
}
