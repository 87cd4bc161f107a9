import { screens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { categoryOf, type PostValues } from "../../features/create-post/post-values.ts";
import { NoRoomError } from "../../features/pending-posts/change-posts.ts";
import type { PendingPost } from "../../features/pending-posts/pending-post.ts";
import {
  createPost,
  InFlightError,
  type PostDraft,
  savePost,
} from "../../features/pending-posts/save-post.ts";
import { offerSending } from "../../features/pending-posts/send-to-reviewers.ts";
import { nothingAttached } from "../../lib/file-text.ts";
import { toast } from "../../ui/toast-store.ts";

/** Saves the form's content as a local post on this device; a toast offers the next step (docs/rules.md#d29). */
export function useSavedPosts(post: PendingPost | null, reader: number | null) {
  const navigate = useNavigate();

  return async (values: PostValues, file: File | null, refused: string | undefined) => {
    const id = await write(draftOf(values, file, post)).catch((error) => {
      throw savingFailure(error);
    });
    const kept = post ? "Post updated on this device only" : "Post saved on this device only";
    const text = refused === undefined ? kept : `${kept}. ${nothingAttached(refused)}`;
    if (reader === null) toast(text);
    else offerSending(text, id, reader);
    if (post) await navigate(screens.createPost, { replace: true });
    // Focus the post in the list below, where the next step is.
    requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
  };

  function write(draft: PostDraft) {
    return post ? savePost(post.id, draft, reader) : createPost(draft, reader);
  }
}

function draftOf(
  { title, category, description, keepsMedia, ...more }: PostValues,
  file: File | null,
  post: PendingPost | null,
): PostDraft {
  const chosen = categoryOf(category);
  if (!chosen) throw new Error("A post without a category was let through.");
  return {
    title,
    body: description,
    category: chosen,
    appliesTo: saidHere(more.appliesTo, post?.applies_to),
    series: saidHere(more.series, post?.series),
    language: saidHere(more.language, post?.language),
    media: file ?? (keepsMedia ? "as it is" : null),
  };
}

/** What nobody has said here may have been said of the item elsewhere: null. */
const saidHere = (value: string, before: string | null = null) =>
  value !== "" || before !== null ? value : null;

/** The error to show when a post could not be saved. */
function savingFailure(error: unknown): Error {
  const cause = { cause: error };
  if (error instanceof NoRoomError) {
    return new Error(
      "Not enough space on this device for this post. Nothing was lost. Delete a post, or choose a smaller file.",
      cause,
    );
  }
  if (error instanceof InFlightError) {
    return new Error(
      "This post is being sent to the reviewers. Stop sending first, or wait until it arrives.",
      cause,
    );
  }
  return new Error("This post could not be saved on this device. Please try again.", cause);
}
