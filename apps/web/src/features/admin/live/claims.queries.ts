import { claimContent, releaseContent } from "@cairn/contract";
import { api } from "../../../lib/api/api.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { deskKeys } from "./contents.queries.ts";

/** The server lets a claim run out after ten minutes. */
const renewal = 4 * 60_000;

/** One after the other: an item that is closed and opened again must not lose its new claim to the old release. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = (step: () => Promise<unknown>) => {
  last = last.then(step).catch(() => {});
};

/**
 * Says that this item is being read, and says it again while the page is in view, until the answer is called. Claims are
 * a courtesy: one that fails leaves the reader as able to read and decide as before.
 */
export function claimWhileOpen(id: number): () => void {
  const params = { id };
  const claim = () => {
    if (document.visibilityState !== "visible") return;
    inTurn(async () => {
      try {
        await api.call(claimContent, { params });
      } finally {
        // Where somebody was faster, this tells who.
        await currentQueryClient().invalidateQueries({ queryKey: deskKeys.item(id) });
      }
    });
  };
  const release = () => inTurn(() => api.call(releaseContent, { params, keepalive: true }));

  claim();
  const timer = setInterval(claim, renewal);
  document.addEventListener("visibilitychange", claim);
  window.addEventListener("pageshow", claim);
  window.addEventListener("pagehide", release);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", claim);
    window.removeEventListener("pageshow", claim);
    window.removeEventListener("pagehide", release);
    release();
  };
}
