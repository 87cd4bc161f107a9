import {
  type ContentItem,
  createContent,
  editContent,
  getMe,
  limits,
  listContent,
  listFlagged,
} from "@cairn/contract";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../lib/api/api.ts";
import type { Progress } from "../../lib/api/send-form.ts";
import { logged } from "../../lib/logged.ts";
import type { PendingPost } from "./pending-post.ts";
import { standingOf } from "./sending.ts";

/** Pages of an author's items that are looked through for what was sent from this device. */
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

/** What the server says about items that were sent from here: one call, and one more when some are flagged. */
export const standingsQuery = (author: number, ids: readonly number[]) =>
  queryOptions({
    queryKey: ["pending-posts", "standings", author, ...ids],
    queryFn: ({ signal }) =>
      logged(
        "What became of your posts could not be loaded.",
        () => readStandings(author, ids, signal),
        signal,
      ),
    // A reviewer may have decided a moment ago; what was answered before must not pass for news.
    staleTime: 0,
    gcTime: 0,
    // The same answer twice is news as well: in between the post was sent anew.
    structuralSharing: false,
  });

async function readStandings(author: number, ids: readonly number[], signal: AbortSignal) {
  const { items, isWhole } = await ownItems(author, ids, signal);
  const isFlagged = ids.some((id) => items.get(id)?.status === "Flagged");
  const flagged = isFlagged ? (await api.call(listFlagged, { signal })).items : [];
  const reasonOf = (id: number) => flagged.find((flag) => flag.id === id)?.reason ?? null;
  return ids.flatMap((id): Standing[] => {
    const item = items.get(id);
    if (item) return [standingOf(item, reasonOf(id))];
    // Its author's list has everything but what was removed or taken back.
    return isWhole ? [{ content_id: id, status: "Removed", reason: null, edit_waits: false }] : [];
  });
}

export type Standing = Pick<PendingPost, "status" | "reason" | "edit_waits"> & { content_id: number };

/** The newest of an author's items. */
export async function newestItems(author: number, signal: AbortSignal): Promise<ContentItem[]> {
  return api.call(listContent, { query: { user_id: author, per_page: limits.perPageMax }, signal });
}

export interface Delivery {
  key: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/** A file from this size on is not sent before the session has been found alive. */
const largeFile = 1_000_000;

/** Sends a post as a new item, or as the next revision of the item that it became. */
export async function sendPost(
  post: PendingPost,
  file: Blob | null,
  { key, signal, onProgress }: Delivery,
): Promise<ContentItem> {
  const body = {
    title: post.title,
    body: post.body,
    // What the file really is, not what the spec has the device note (D47).
    content_type: file?.type.startsWith("video/") ? "video" : "article",
    category: post.category_name,
  };
  const options = { file, signal, onProgress, headers: { "idempotency-key": key } };
  if (file && file.size >= largeFile) await api.call(getMe, { signal });
  return post.content_id === null
    ? api.call(createContent, { body, ...options })
    : api.call(editContent, { params: { id: post.content_id }, body, ...options });
}
