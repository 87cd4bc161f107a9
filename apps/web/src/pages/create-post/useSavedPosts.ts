import { screens } from "@cairn/contract";
import { useNavigate } from "react-router";
import { categoryOf, type PostValues } from "../../features/create-post/post-values.ts";
import type { PendingPost } from "../../features/pending-posts/pending-post.ts";
import { createPost, type PostDraft, savePost } from "../../features/pending-posts/save-post.ts";
import { sendToReviewers } from "../../features/pending-posts/send-to-reviewers.ts";
import { toast } from "../../ui/toast-store.ts";
import { savingFailure } from "./saving-failure.ts";

/** Keeps what the form holds on this device; a word about it offers the next step (D29). */
export function useSavedPosts(post: PendingPost | null, reader: number | null) {
  const navigate = useNavigate();

  return async (values: PostValues, file: File | null) => {
    const id = await write(draftOf(values, file)).catch((error) => {
      throw savingFailure(error);
    });
    toast(post ? "Post updated on this device" : "Post kept on this device", {
      action:
        reader === null
          ? undefined
          : { label: "Send to reviewers", onAction: () => void sendToReviewers(id, reader) },
    });
    if (post) await navigate(screens.createPost, { replace: true });
    // On to the post in the list below, where the next step is.
    requestAnimationFrame(() => document.getElementById(`edit-${id}`)?.focus());
  };

  function write(draft: PostDraft) {
    return post ? savePost(post.id, draft, reader) : createPost(draft, reader);
  }
}

function draftOf({ title, category, description, keepsMedia }: PostValues, file: File | null): PostDraft {
  const chosen = categoryOf(category);
  if (!chosen) throw new Error("A post without a category was let through.");
  return {
    title,
    body: description,
    category: chosen,
    media: file ?? (keepsMedia ? "as it is" : null),
  };
}
