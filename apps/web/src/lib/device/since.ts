import { createStore } from "../store.ts";
import { keptAtMeta } from "./marks.ts";

/**
 * Since when what the page shows may be out of date, as ISO 8601: the oldest answer that came from this device. Null:
 * everything came from the server.
 */
export const keptSince = createStore<string | null>(
  typeof document === "undefined"
    ? null
    : (document.querySelector<HTMLMetaElement>(`meta[name=${keptAtMeta}]`)?.content ?? null),
);

/** Takes note of an answer; null: it came from the server. */
export function noteKept(at: string | null) {
  const since = keptSince.get();
  if (at !== null && (since === null || at < since)) keptSince.set(at);
}
