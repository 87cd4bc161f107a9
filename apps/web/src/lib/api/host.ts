/** Origin of the API; "" is the site's own origin (docs/rules.md#other-origins). */
export const apiHost = (import.meta.env.VITE_API_HOST ?? "").replace(/\/+$/, "");
