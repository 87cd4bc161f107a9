import { dismissToast, toast } from "../../ui/toast-store.ts";
import { startSending } from "./sending.ts";

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
    if (!(await startSending(id, sender))) toast("There is nothing to send: the reviewers have this post.");
  } catch (error) {
    console.warn("A sending could not be noted.", error);
    toast("Not enough space on this device to send it. Delete a post first.", { kind: "error" });
  }
}
