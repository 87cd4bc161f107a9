import { messages } from "@cairn/contract";
import { useState } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { failureOf, identifierProblem } from "./failure.ts";
import { sendResetCode } from "./reset.queries.ts";
import { useAttempt } from "./useAttempt.ts";

const explain = (error: unknown) => failureOf(error, messages.resetRequestFailed, identifierProblem);

interface NewCodeProps {
  email: string;
  onSent: () => void;
}

/** For a code that did not come, came too late, or was tried too often. */
export function NewCode({ email, onSent }: NewCodeProps) {
  const [isSent, setSent] = useState(false);
  const { attempt, working, failure, settle } = useAttempt(explain);

  async function send() {
    setSent(false);
    if (!(await attempt((signal) => sendResetCode(email, signal)))) return;
    settle();
    setSent(true);
    onSent();
  }

  return (
    <div className="step-card-foot">
      <p>No code after a minute? Look among the unwanted mail, or ask for another one.</p>
      {failure && <FailureAlert failure={failure} />}
      {isSent && (
        <Alert kind="success">
          <p>A new code is on its way. Earlier ones no longer work.</p>
        </Alert>
      )}
      <Button size="sm" working={working} workingText="Sending..." onClick={() => void send()}>
        Send a new code
      </Button>
    </div>
  );
}
