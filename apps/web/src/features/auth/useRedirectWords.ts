import { useLocation } from "react-router";
import { useHydrated } from "../../lib/store.ts";

/**
 * The message from the screen that redirected here. The prerendered page does not have it, so it appears only after
 * hydration.
 */
export function useRedirectWords(kind: "error" | "notice"): string | undefined {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const words: unknown = hydrated ? state?.[kind] : undefined;
  return typeof words === "string" && words !== "" ? words : undefined;
}
