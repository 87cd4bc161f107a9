import { toast } from "../../ui/toast-store.ts";
import { startSending } from "./sending.ts";

/** The deliberate act of D29: from here on the post is on its way, whatever happens to this page. */
export async function sendToReviewers(id: string, sender: number) {
  try {
    await startSending(id, sender);
  } catch (error) {
    console.warn("A sending could not be noted.", error);
    toast("There is no room on this device to send it from. Delete a post first.", { kind: "error" });
  }
}
