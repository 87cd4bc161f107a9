import type { ContentItem } from "@cairn/contract";
import { dismissToast, toast } from "../../../ui/toast-store.ts";
import { newAttempt, withVersion } from "../attempt.ts";
import { isUnsent, versionOf } from "./pending-post.ts";
import { changePost } from "./pending-posts.ts";

/**
 * Marks a post as being sent, and as its sender's. Reuses an earlier key, because the post may have arrived under it.
 * Resolves to whether there was anything to send: a toast may offer it long after the post was sent from its row.
 */
async function startSending(id: string, sender: number): Promise<boolean> {
  let isBegun = false;
  await changePost(id, (post) => {
    isBegun = isUnsent(post);
    if (!isBegun) return undefined;
    const version = versionOf(post);
    const attempt = post.sending ? withVersion(post.sending, version) : newAttempt(version);
    return { owner_id: sender, sending: { queued: false, ...attempt, underway: true, problem: null } };
  });
  return isBegun;
}

export const stopSending = (id: string, problem: string | null = null) =>
  changePost(id, ({ sending }) =>
    sending ? { sending: { ...sending, underway: false, problem } } : undefined,
  );

/** Marks the post as delivered. It cannot have changed here, since a post cannot be edited while it is being sent. */
export const finishSending = (id: string, item: ContentItem) =>
  changePost(id, () => ({ ...standingOf(item, null), changed: false, sending: null }));

/** An item's server status, in the fields of a local post. */
export const standingOf = ({ id, status, pending_revision }: ContentItem, reason: string | null) => ({
  content_id: id,
  status,
  reason,
  edit_waits: status === "Published" && pending_revision !== undefined,
});

/** The toasts that offer to send a post, by the post's id. */
const offers = new Map<string, number>();

/** Shows a toast that offers to send a post; the offer goes when the post is sent from elsewhere (docs/rules.md#d81). */
export function offerSending(text: string, id: string, sender: number): void {
  const onAction = () => void sendToReviewers(id, sender);
  offers.set(id, toast(text, { action: { label: "Send to reviewers", onAction } }));
}

/**
 * Sends a post on its author's request (docs/rules.md#d29): from here on it is marked for delivery, even if this page
 * closes.
 */
export async function sendToReviewers(id: string, sender: number) {
  const offer = offers.get(id);
  if (offer !== undefined) dismissToast(offer);
  offers.delete(id);
  try {
    if (!(await startSending(id, sender)))
      toast("There is nothing to send: the reviewers have this post.", { kind: "note" });
  } catch (error) {
    console.warn("A sending could not be noted.", error);
    toast("Not enough space on this device to send it. Delete a post first.", { kind: "error" });
  }
}
