import { exits } from "../session/exits.ts";
import { createApi } from "./client.ts";

/** Where the API lives: "" is the site's own origin (D5). */
export const apiHost = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");

export const api = createApi({
  base: `${apiHost || globalThis.location?.origin}/api`,
  locks: globalThis.navigator?.locks,
  exits,
});
