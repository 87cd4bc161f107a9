import type { ContentItem } from "@cairn/contract";
import type { OutboxEntry } from "../../../lib/outbox/entry.ts";
import { unsent, useUnsent } from "../../../lib/outbox/unsent.ts";
import { dismissToast, toast } from "../../../ui/toast-store.ts";
import { newAttempt, withWords } from "../attempt.ts";
import { isUnsent, type PendingPost } from "./pending-post.ts";
import { changePost, findPost } from "./pending-posts.ts";

// Lazy: it comes with the rest of a member's page.
const sender = () => import("../../../lib/outbox/sender.ts");

const aboutPost = (id: string) => `post:${id}`;

/** The post that an entry of the outbox is about. */
export const postOf = ({ about }: OutboxEntry) => about.slice(aboutPost("").length);

/** What the outbox has of a post; undefined also from the moment in which it has arrived. */
export function usePostEntry(post: PendingPost | null): OutboxEntry | undefined {
  const entry = useUnsent(aboutPost(post?.id ?? "")).at(-1);
  return post && isUnsent(post) ? entry : undefined;
}

/** Whether a post waits or is being sent; meanwhile it cannot be changed. */
export const isOnItsWay = (entry: OutboxEntry | undefined) =>
  entry !== undefined && entry.state !== "refused";

const entriesOf = (id: string) => unsent.get().filter(({ about }) => about === aboutPost(id));

export const isSending = (id: string) => entriesOf(id).some(isOnItsWay);

/** Takes a post out of the outbox, also while it is being sent: the reviewers may have it then. */
export async function stopSending(id: string): Promise<void> {
  for (const entry of entriesOf(id)) await (await sender()).removeUnsent(entry, { isSending: true });
}

/**
 * Makes a post its sender's. Reuses an earlier key, because the post may have arrived under it. Resolves to whether there
 * was anything to send: a toast may offer it long after the post was sent from its row.
 */
async function startSending(id: string, sender: number): Promise<boolean> {
  let isBegun = false;
  await changePost(id, (post) => {
    isBegun = isUnsent(post);
    if (!isBegun) return undefined;
    const sending = post.sending ? withWords(post.sending, post) : newAttempt(post);
    return { owner_id: sender, sending };
  });
  return isBegun;
}

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

/** Shows a toast that offers to send a post; the offer goes when the post is sent from elsewhere (docs/rules.md#posts-on-the-device). */
export function offerSending(text: string, id: string, sender: number): void {
  const onAction = () => void sendToReviewers(id, sender);
  offers.set(id, toast(text, { action: { label: "Send to reviewers", onAction } }));
}

/** Leaves a post to the outbox on its author's request (docs/rules.md#pending-posts), which sends it even if this page closes. */
export async function sendToReviewers(id: string, owner: number) {
  const offer = offers.get(id);
  if (offer !== undefined) dismissToast(offer);
  offers.delete(id);
  try {
    if (!(await startSending(id, owner)))
      return void toast("There is nothing to send: the reviewers have this post.", { kind: "note" });
    await (await sender()).queue({
      owner,
      kind: "post",
      about: aboutPost(id),
      // Its sender knows which call it is.
      method: "POST",
      path: "",
      body: null,
      label: `Your post “${findPost(id)?.title}”`,
      place: window.location.pathname,
    });
  } catch (error) {
    console.warn("A sending could not be noted.", error);
    const isFull = error instanceof Error && error.name === "OutboxFullError";
    const noRoom = "Not enough space on this device to send it. Delete a post first.";
    toast(isFull ? error.message : noRoom, { kind: "error" });
  }
}
