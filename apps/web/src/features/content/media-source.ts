import { apiHost } from "../../lib/api/host.ts";

/** Where a browser finds a stored file: the server names it by its path, and may live elsewhere (D5). */
export const mediaSource = (path: string) => (path.startsWith("/") ? `${apiHost}${path}` : path);
