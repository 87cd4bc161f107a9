import { claimContent, releaseContent } from "@cairn/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../../lib/api/api.ts";
import { ApiError } from "../../../lib/api/api-error.ts";
import { currentQueryClient } from "../../../lib/query-client.ts";
import { useNow } from "../../../lib/time/useNow.ts";
import { type AdminContent, otherReader } from "../admin-model.ts";
import type { ReadingNews } from "../admin-source.ts";
import { deskKeys, itemQuery } from "./contents.queries.ts";

export function useReading(content: AdminContent): ReadingNews {
  const { id } = content;
  const { data: now, error } = useQuery(itemQuery(id));
  const reading = now?.reading ?? null;
  // The first admin to read an item holds the claim; this admin claims it once the other has left.
  const other = otherReader(reading, useNow());
  const isFree = now !== undefined && other === null;
  useEffect(() => {
    if (isFree) return claimWhileOpen(id);
  }, [id, isFree]);

  const isGone = error instanceof ApiError && error.code === "content_not_found";
  if (isGone) return { reading: null, moved: "gone" };
  return { reading, moved: now && hasMoved(content, now) ? now : null };
}

const hasMoved = ({ review: opened }: AdminContent, { review: now }: AdminContent) =>
  opened?.revision !== now?.revision || opened?.seen !== now?.seen;

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
