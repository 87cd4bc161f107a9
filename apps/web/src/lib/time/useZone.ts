import { useHydrated } from "../store.ts";
import type { Zone } from "./dates.ts";

/** The zone for dates in a page that the server may have rendered: the reader's own, once the page is hydrated. */
export const useZone = (): Zone => (useHydrated() ? "local" : "utc");
