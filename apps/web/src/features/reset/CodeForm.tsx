import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { type ClipboardEvent, type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { removeItem, writeItem } from "../../lib/storage.ts";
import { useSend } from "../../lib/useSend.ts";
import { Alert, FailureAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import * as partsCss from "../../ui/parts.module.css";
import { TextInput } from "../../ui/TextInput.tsx";
import { failureOf, identifierProblem } from "./failure.ts";
import { checkResetCode, sendResetCode } from "./reset.queries.ts";
import { pastedCode, sentCode, typedCode } from "./reset-code.ts";
import * as css from "./step-card.module.css";

const explain = (error: unknown) => failureOf(error, messages.codeInvalid);

export function CodeForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { send, isSending, failure, reset } = useSend(explain, { leaves: true, keepsFocus: true });

  function change(next: string) {
    setCode(next);
    setMissing(false);
  }

  /** Handled here: the browser would cut the text to six characters before its spaces are removed. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const from = selectionStart ?? code.length;
    change(pastedCode(code, event.clipboardData.getData("text"), from, selectionEnd ?? from));
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const sent = sentCode(code);
    setMissing(sent === "");
    if (sent === "") return reset();
    if (!(await send((signal) => checkResetCode(email, sent, signal)))) return;
    writeItem(storageKeys.resetCode, sent);
    void navigate(screens.newPassword);
  }

  function goBack() {
    removeItem(storageKeys.resetEmail);
    void navigate(screens.forgotPassword);
  }

  return (
    <>
      <form className={layoutCss.stack} method="post" noValidate onSubmit={(event) => void submit(event)}>
        {failure && <FailureAlert failure={failure} />}
        <Field
          label="Code"
          error={isMissing ? "Please enter the code." : undefined}
          hint={`It works for ${limits.resetCodeMinutes} minutes.`}
        >
          <TextInput
            inputClass={css.code}
            value={code}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={limits.resetCodeLength}
            required
            onPaste={paste}
            onChange={({ currentTarget }) => change(typedCode(currentTarget.value))}
          />
        </Field>
        <div className={`${partsCss.top1} ${css.pair}`}>
          <Button onClick={goBack}>Back</Button>
          <Button type="submit" kind="primary" working={isSending} workingText="Verifying...">
            Next
          </Button>
        </div>
      </form>
      <NewCode
        email={email}
        onSent={() => {
          change("");
          reset();
        }}
      />
    </>
  );
}

const explainRequest = (error: unknown) => failureOf(error, messages.resetRequestFailed, identifierProblem);

interface NewCodeProps {
  email: string;
  onSent: () => void;
}

/** For a code that did not arrive, has expired, or was tried too often. */
function NewCode({ email, onSent }: NewCodeProps) {
  const { send, state, isSending, failure } = useSend(explainRequest, { keepsFocus: true });

  async function sendCode() {
    if (await send((signal) => sendResetCode(email, signal))) onSent();
  }

  return (
    <div className={`${layoutCss.stack} ${layoutCss.gap3} ${partsCss.soft} ${partsCss.top5} ${css.foot}`}>
      <p>No code after a minute? Check your spam folder, or ask for a new code.</p>
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
