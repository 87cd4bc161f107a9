import { exits } from "../session/exits.ts";
import { createApi } from "./client.ts";
import { apiHost } from "./host.ts";

export const api = createApi({
  base: `${apiHost || globalThis.location?.origin}/api`,
  locks: globalThis.navigator?.locks,
  exits,
});
