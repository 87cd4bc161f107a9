import { toast } from "../../ui/toast-store.ts";
import { startSending } from "./sending.ts";

/**
 * Sends a post on its author's request (docs/rules.md#d29): from here on it is marked for delivery, even if this page
 * closes.
 */
export async function sendToReviewers(id: string, sender: number) {
  try {
    if (!(await startSending(id, sender))) toast("There is nothing to send: the reviewers have this post.");
  } catch (error) {
    console.warn("A sending could not be noted.", error);
    toast("There is no room on this device to send it from. Delete a post first.", { kind: "error" });
  }
}
