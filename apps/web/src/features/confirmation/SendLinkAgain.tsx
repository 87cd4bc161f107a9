import { useState } from "react";
import { serverMessageOr } from "../../lib/api/api-error.ts";
import { useSend } from "../../lib/useSend.ts";
import * as kit from "../../ui/kit.module.css";
import { sendLinkAgain } from "./confirmation.queries.ts";

const failed = "The link could not be sent. Please try again.";

/** For a member whose mail got lost or whose link has expired. */
export function SendLinkAgain() {
  const [message, setMessage] = useState<string>();
  const { send, state, isSending, failure } = useSend(serverMessageOr(failed));
  const said = state === "done" ? message : failure;
  const sendLink = () => send(async () => setMessage((await sendLinkAgain()).message));

  return (
    <>
      <span role="status">{!isSending && said !== undefined && said !== null && `${said} `}</span>
      <button type="button" className={kit.link} aria-disabled={isSending} onClick={() => void sendLink()}>
        {isSending ? "Sending..." : "Send the confirmation link again"}
      </button>
    </>
  );
}
