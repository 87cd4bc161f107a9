import { type Claim, claimContent, releaseContent } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../lib/api/api.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { useNow } from "../../../lib/time/useNow.ts";
import { type AdminContent, otherReader } from "../admin-model.ts";
import { deskKeys, itemQuery } from "./contents.queries.ts";

export interface ReadingNews {
  claim: Claim | null;
  /** The item's current state, if it differs from the one that was opened; "gone" if its author withdrew it. */
  moved: AdminContent | "gone" | null;
}

/** Shows other admins that this item is being read while it is open, and reports what changes about it. */
export function useReading(content: AdminContent): ReadingNews {
  const { id } = content;
  const { data: now, error } = useQuery(itemQuery(id));
  const claim = now?.desk?.claim ?? null;
  // The first admin to read an item holds the claim; this admin claims it once the other has left.
  const other = otherReader(claim, useNow());
  const isFree = now !== undefined && other === null;
  useEffect(() => {
    if (isFree) return claimWhileOpen(id);
  }, [id, isFree]);

  const isGone = error instanceof ApiError && error.code === "content_not_found";
  if (isGone) return { claim: null, moved: "gone" };
  return { claim, moved: now && hasMoved(content, now) ? now : null };
}

const hasMoved = ({ desk: opened }: AdminContent, { desk: now }: AdminContent) =>
  opened?.revision !== now?.revision || opened?.last_decision?.seq !== now?.last_decision?.seq;

/** The server lets a claim run out after ten minutes. */
const renewal = 4 * 60_000;

/** Runs one call at a time: if an item is closed and reopened, the old release must not remove the new claim. */
let last: Promise<unknown> = Promise.resolve();
const inTurn = (step: () => Promise<unknown>) => {
  last = last.then(step).catch(() => {});
};

/**
 * Claims an item and renews the claim while the page is visible, until the returned function is called. Claims are only
 * a courtesy: if one fails, the admin can still read and decide.
 */
function claimWhileOpen(id: number): () => void {
  const params = { id };
  const claim = () => {
    if (document.visibilityState !== "visible") return;
    inTurn(async () => {
      try {
        await api.call(claimContent, { params });
      } finally {
        // If another admin was faster, the refreshed item says who.
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
