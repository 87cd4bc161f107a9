import { storageKeys } from "@cairn/contract";
import { readItem } from "../../../lib/storage.ts";
import type { Captioning } from "../form/captioning.ts";
import { dataUrlOf, forgetFile, keepFile } from "./media-files.ts";
import { hasArrived, type PendingPost } from "./pending-post.ts";
import { addPost, changePost, findPost, NoRoomError, removePost } from "./pending-posts.ts";
import { isSending, stopSending } from "./sending.ts";

export interface PostDraft {
  title: string;
  body: string;
  category: { id: number; name: string };
  /** These six as the post keeps them. */
  summary: string | null;
  cover: string | null;
  appliesTo: string | null;
  series: string | null;
  language: string | null;
  captioning: Captioning | null;
  /** A new file, none, or the post's current one. */
  media: File | null | "as it is";
}

/** The post cannot be changed while it is being sent. */
export class InFlightError extends Error {
  override readonly name = "InFlightError";
}

/** In bytes: larger files go to IndexedDB. As a data URL, a file grows by a third. */
const inlineBytes = 1_000_000;
/**
 * Files are stored inside posts up to this many characters for all posts together; local storage holds about twice as
 * much in total.
 */
const inlineRoom = 2_500_000;

type Media = Pick<PendingPost, "media_url" | "media_key">;
const noMedia: Media = { media_url: null, media_key: null };

/** Creates a post, without an owner if `owner` is null. Resolves to its id. @throws NoRoomError with nothing changed */
export function createPost(draft: PostDraft, owner: number | null): Promise<string> {
  return withMedia(draft.media === "as it is" ? null : draft.media, (media) =>
    addPost({ ...fieldsOf(draft, media), owner_id: owner, ...unsent }),
  );
}

/**
 * Saves in place; recreates a post that was deleted in between, so that the typed text is not lost. @throws
 * NoRoomError, InFlightError with nothing changed
 */
export async function savePost(id: string, draft: PostDraft, owner: number | null): Promise<string> {
  const before = findPost(id);
  const write = async (media: Media | undefined) => {
    if (isSending(id)) throw new InFlightError();
    const isThere = await changePost(id, (post) => {
      if (media === undefined && isSent(post) && hasWords(post, draft)) return undefined;
      return { ...fieldsOf(draft, media ?? post), ...standingOf(post) };
    });
    // What was refused was said of the earlier version.
    await stopSending(id);
    if (isThere) return id;
    return addPost({ ...fieldsOf(draft, media ?? noMedia), owner_id: owner, ...unsent });
  };
  if (draft.media === "as it is") return write(undefined);
  const saved = await withMedia(draft.media, write);
  if (before?.media_key) await forgetFile(before.media_key);
  return saved;
}

export async function deletePost({ id, media_key }: PendingPost) {
  await stopSending(id);
  await removePost(id);
  if (media_key) await forgetFile(media_key);
}

const unsent = {
  content_id: null,
  reason: null,
  edit_waits: false,
  changed: false,
  sending: null,
};

const fieldsOf = (
  { title, body, category, summary, cover, appliesTo, series, language, captioning }: PostDraft,
  { media_url, media_key }: Media,
) => ({
  title: title.trim(),
  body,
  media_url,
  media_key,
  // As the spec has it: Video whenever there is media (docs/rules.md#type-of-a-pending-post).
  content_type: media_url || media_key ? ("Video" as const) : ("Article" as const),
  status: "Pending",
  category_id: category.id,
  category_name: category.name,
  summary,
  cover,
  applies_to: appliesTo,
  series,
  language,
  captioning,
});

/** Whether the reviewers have it. */
const isSent = (post: Pick<PendingPost, "content_id" | "status">) =>
  hasArrived(post) && post.status !== "Removed";

const hasWords = (
  post: PendingPost,
  { title, body, category, summary, cover, appliesTo, series, language, captioning }: PostDraft,
) =>
  post.title === title.trim() &&
  post.body === body &&
  post.category_name === category.name &&
  post.summary === summary &&
  post.cover === cover &&
  post.applies_to === appliesTo &&
  post.series === series &&
  post.language === language &&
  post.captioning?.captions === captioning?.captions &&
  post.captioning?.chapters === captioning?.chapters &&
  post.captioning?.noSpeech === captioning?.noSpeech;

/** A post that the reviewers removed starts over; one that they have counts as changed until it is sent again. */
function standingOf(post: PendingPost) {
  if (!isSent(post)) {
    return { ...unsent, sending: post.sending };
  }
  return { reason: null, edit_waits: false, changed: true };
}

/** Stores a file where there is room, and removes it again if the post cannot be written. */
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
