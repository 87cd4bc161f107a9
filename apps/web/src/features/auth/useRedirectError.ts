import { useLocation } from "react-router";
import { useHydrated } from "../../lib/useHydrated.ts";

/** What the screen that sent the reader here had to say. The prerendered page knows nothing of it. */
export function useRedirectError(): string | undefined {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const error: unknown = hydrated ? state?.error : undefined;
  return typeof error === "string" && error !== "" ? error : undefined;
}
