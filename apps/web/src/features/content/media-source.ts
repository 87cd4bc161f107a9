import { apiHost } from "../../lib/api/host.ts";

/** The address of a stored file: the server gives only its path, and may be on another host (docs/rules.md#d5). */
export const mediaSource = (path: string) => (path.startsWith("/") ? `${apiHost}${path}` : path);
