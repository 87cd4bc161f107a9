import { storageKeys } from "@cairn/contract";
import { readItem } from "../../lib/storage.ts";
import { addPost, changePost, NoRoomError, removePost } from "./change-posts.ts";
import { dataUrlOf } from "./data-url.ts";
import { forgetFile, keepFile } from "./media-files.ts";
import type { PendingPost } from "./pending-post.ts";
import { findPost } from "./pending-posts.ts";

export interface PostDraft {
  title: string;
  body: string;
  category: { id: number; name: string };
  /** A new file, none, or the one that the post has. */
  media: File | null | "as it is";
}

/** It can't be changed while it is on its way. */
export class UnderwayError extends Error {
  override readonly name = "UnderwayError";
}

/** Larger files go to IndexedDB. As text a file takes a third more. */
const inlineBytes = 1_000_000;
/** Characters of all posts up to which files go into them: local storage holds about twice as much, for everything. */
const inlineRoom = 2_500_000;

type Media = Pick<PendingPost, "media_url" | "media_key">;
const noMedia: Media = { media_url: null, media_key: null };

/** A new post for nobody (null) or somebody. Answers its id. @throws NoRoomError with nothing changed */
export function createPost(draft: PostDraft, owner: number | null): Promise<string> {
  return withMedia(draft.media === "as it is" ? null : draft.media, (media) =>
    addPost({ ...fieldsOf(draft, media), owner_id: owner, ...unsent }),
  );
}

/**
 * Saves in place; one that is gone meanwhile is there again, for what was typed must not be lost.
 * @throws NoRoomError, UnderwayError with nothing changed
 */
export async function savePost(id: string, draft: PostDraft, owner: number | null): Promise<string> {
  const before = findPost(id);
  const write = async (media: Media | undefined) => {
    let isUnderway = false;
    const isThere = await changePost(id, (post) => {
      isUnderway = post.sending?.underway ?? false;
      if (isUnderway || (media === undefined && isSent(post) && hasWords(post, draft))) return undefined;
      return { ...fieldsOf(draft, media ?? post), ...standingOf(post) };
    });
    if (isUnderway) throw new UnderwayError();
    if (isThere) return id;
    return addPost({ ...fieldsOf(draft, media ?? noMedia), owner_id: owner, ...unsent });
  };
  if (draft.media === "as it is") return write(undefined);
  const saved = await withMedia(draft.media, write);
  if (before?.media_key) await forgetFile(before.media_key);
  return saved;
}

export async function deletePost({ id, media_key }: PendingPost) {
  await removePost(id);
  if (media_key) await forgetFile(media_key);
}

const unsent = { content_id: null, reason: null, edit_waits: false, changed: false, sending: null };

const fieldsOf = ({ title, body, category }: PostDraft, { media_url, media_key }: Media) => ({
  title: title.trim(),
  body,
  media_url,
  media_key,
  // As the spec has it: Video whenever there is media (D47).
  content_type: media_url || media_key ? ("Video" as const) : ("Article" as const),
  status: "Pending",
  category_id: category.id,
  category_name: category.name,
});

/** The reviewers have it. */
const isSent = ({ content_id, status }: Pick<PendingPost, "content_id" | "status">) =>
  content_id !== null && status !== "Removed";

const hasWords = (post: PendingPost, { title, body, category }: PostDraft) =>
  post.title === title.trim() && post.body === body && post.category_name === category.name;

/** What the reviewers removed begins anew; what they have is changed until it is sent again. */
function standingOf({ content_id, status, sending }: PendingPost) {
  if (!isSent({ content_id, status })) {
    return { ...unsent, sending: sending && { ...sending, problem: null } };
  }
  return { reason: null, edit_waits: false, changed: true };
}

/** Puts a file where there is room for it, and takes it away again if its post can't be written. */
async function withMedia<Saved>(file: File | null, write: (media: Media) => Promise<Saved>): Promise<Saved> {
  if (!file) return write(noMedia);
  const inline = file.size <= inlineBytes ? await dataUrlOf(file) : undefined;
  const taken = readItem(storageKeys.pendingPosts)?.length ?? 0;
  if (inline !== undefined && taken + inline.length <= inlineRoom) {
    try {
      return await write({ media_url: inline, media_key: null });
    } catch (error) {
      if (!(error instanceof NoRoomError)) throw error;
    }
  }
  const media_key = await keepFile(file);
  try {
    return await write({ media_url: null, media_key });
  } catch (error) {
    await forgetFile(media_key);
    throw error;
  }
}
