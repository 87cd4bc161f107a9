import { type ContentItem, limits, listContent, listFlagged } from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../lib/api/api.ts";
import { logged } from "../../../lib/logged.ts";
import type { PendingPost } from "./pending-post.ts";
import { standingOf } from "./sending.ts";

/** How many pages of an author's items are searched for items sent from this device. */
const pagesRead = 5;

async function ownItems(author: number, wanted: readonly number[], signal: AbortSignal) {
  const items = new Map<number, ContentItem>();
  let cursor: string | undefined;
  for (let page = 0; page < pagesRead; page += 1) {
    const query = { user_id: author, per_page: limits.perPageMax, cursor };
    const { body, headers } = await api.callWithHeaders(listContent, { query, signal });
    for (const item of body) items.set(item.id, item);
    cursor = headers.get("x-next-cursor") ?? undefined;
    if (cursor === undefined) return { items, isWhole: true };
    if (wanted.every((id) => items.has(id))) break;
  }
  return { items, isWhole: false };
}

/** The server's status of items sent from here: one call, and one more if some are flagged. */
export const standingsQuery = (author: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["pending-posts", "standings", author, ...ids],
    queryFn: ({ signal }) =>
      logged(
        "The status of your posts could not be loaded.",
        () => readStandings(author, ids, signal),
        signal,
      ),
    // A reviewer may have decided a moment ago, so a cached response must not pass as current.
    staleTime: 0,
    gcTime: 0,
    // An equal response must still trigger an update: the post may have been sent again in between.
    structuralSharing: false,
    meta: { live: ["work"] },
  });

async function readStandings(author: number, ids: readonly number[], signal: AbortSignal) {
  const { items, isWhole } = await ownItems(author, ids, signal);
  const isFlagged = ids.some((id) => {
    const item = items.get(id);
    return item?.status === "Flagged" || item?.flagged_revision !== undefined;
  });
  const flagged = isFlagged ? (await api.call(listFlagged, { signal })).items : [];
  const reasonOf = (id: number) => flagged.find((flag) => flag.id === id)?.reason ?? null;
  return ids.flatMap((id): Standing[] => {
    const item = items.get(id);
    if (item) return [{ ...standingOf(item, reasonOf(id)), figures: item }];
    // The author's list contains everything except removed and withdrawn items.
    return isWhole ? [{ content_id: id, status: "Removed", reason: null, edit_waits: false }] : [];
  });
}

export type Standing = Pick<PendingPost, "status" | "reason" | "edit_waits"> & {
  content_id: number;
  /** Only of an item that is there; a device does not store them. */
  figures?: Pick<ContentItem, "likes" | "comments" | "title" | "body">;
};
