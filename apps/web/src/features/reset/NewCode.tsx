import { messages } from "@cairn/contract";
import { useSend } from "../../lib/useSend.ts";
import { Alert, FailureAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { failureOf, identifierProblem } from "./failure.ts";
import { sendResetCode } from "./reset.queries.ts";
import * as css from "./step-card.module.css";

const explain = (error: unknown) => failureOf(error, messages.resetRequestFailed, identifierProblem);

interface NewCodeProps {
  email: string;
  onSent: () => void;
}

/** For a code that did not arrive, has expired, or was tried too often. */
export function NewCode({ email, onSent }: NewCodeProps) {
  const { send, state, isSending, failure } = useSend(explain, { keepsFocus: true });

  async function sendCode() {
    if (await send((signal) => sendResetCode(email, signal))) onSent();
  }

  return (
    <div className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.soft} ${partsCss.top5} ${css.foot}`}>
      <p>No code after a minute? Look among the unwanted mail, or ask for another one.</p>
      {failure && <FailureAlert failure={failure} />}
      {state === "done" && (
        <Alert kind="success">
          <p>A new code is on its way. Earlier ones no longer work.</p>
        </Alert>
      )}
      <Button size="sm" working={isSending} workingText="Sending..." onClick={() => void sendCode()}>
        Send a new code
      </Button>
    </div>
  );
}
