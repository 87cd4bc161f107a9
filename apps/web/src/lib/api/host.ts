/** Where the API lives: "" is the site's own origin (D5). */
export const apiHost = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");
