import type { ReactNode } from "react";
import { AdminSourceContext } from "../admin-source.ts";
import { liveSource } from "./live-source.ts";

/** Gives the server's data to the screens inside. */
export const LiveSource = ({ children }: { children: ReactNode }) => (
  <AdminSourceContext value={liveSource}>{children}</AdminSourceContext>
);
