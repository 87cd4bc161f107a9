import { useRef, useState } from "react";
import { ApiError } from "../../lib/api/api-error.ts";
import { sendLinkAgain } from "./confirmation.queries.ts";

/** With what there is to say about the last time. */
type Sending = "idle" | "working" | { said: string };

const failed = "The link could not be sent. Please try again.";

/** For a member whose mail got lost, or whose link grew too old. */
export function SendLinkAgain() {
  const [sending, setSending] = useState<Sending>("idle");
  const underway = useRef(false);

  async function send() {
    // Two quick presses come before the button is disabled.
    if (underway.current) return;
    underway.current = true;
    setSending("working");
    try {
      const { message } = await sendLinkAgain();
      setSending({ said: message });
    } catch (error) {
      setSending({ said: (error instanceof ApiError && error.said) || failed });
    }
    underway.current = false;
  }

  return (
    <>
      <span role="status">{typeof sending === "object" && `${sending.said} `}</span>
      <button
        type="button"
        className="link"
        aria-disabled={sending === "working"}
        onClick={() => void send()}
      >
        {sending === "working" ? "Sending..." : "Send the confirmation link again"}
      </button>
    </>
  );
}
