import { sendLinkAgain } from "../features/confirmation/confirmation.queries.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { toast } from "../ui/toast-store.ts";

/** A toast beside the screen's own message that offers to send another confirmation link. */
export function offerLink(text: string): void {
  const send = () =>
    sendLinkAgain().then(
      ({ message }) => toast(message),
      (error: unknown) => toast(error instanceof ApiError ? error.message : linkFailed, { kind: "error" }),
    );
  const action = { label: "Send the confirmation link again", onAction: () => void send() };
  toast(text, { kind: "error", action });
}

const linkFailed = "The link could not be sent. Please try again.";
