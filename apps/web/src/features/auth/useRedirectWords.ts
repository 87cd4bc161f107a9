import { useLocation } from "react-router";
import { useHydrated } from "../../lib/useHydrated.ts";

/** What the screen that sent the reader here had to say. The prerendered page knows nothing of it. */
export function useRedirectWords(kind: "error" | "notice"): string | undefined {
  const { state } = useLocation();
  const hydrated = useHydrated();
  const words: unknown = hydrated ? state?.[kind] : undefined;
  return typeof words === "string" && words !== "" ? words : undefined;
}
