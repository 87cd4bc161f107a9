import { createStore } from "../store.ts";
import { keptAtMeta } from "./marks.ts";

const pageSince =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLMetaElement>(`meta[name=${keptAtMeta}]`)?.content;

/** For each stored answer on the page, by address, and for the page itself: when the server last sent it. */
const kept = new Map(pageSince === undefined ? [] : [["page", pageSince]]);

/**
 * Since when what the page shows may be out of date, as ISO 8601: the oldest answer that came from this device. Null:
 * everything came from the server.
 */
export const keptSince = createStore<string | null>(pageSince ?? null);

/** Takes note of the answer to a call; `at` null: it came from the server, also in place of one from this device. */
export function noteKept(address: string, at: string | null) {
  if (at !== null) kept.set(address, at);
  else if (!kept.delete(address)) return;
  keptSince.set([...kept.values()].sort()[0] ?? null);
}

/** The page shows something else, or is asked for again. */
export function forgetKept() {
  kept.clear();
  keptSince.set(null);
}
