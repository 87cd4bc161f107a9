import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { type ClipboardEvent, type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { removeItem, writeItem } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { failureOf } from "./failure.ts";
import { NewCode } from "./NewCode.tsx";
import { checkResetCode } from "./reset.queries.ts";
import { pastedCode, sentCode, typedCode } from "./reset-code.ts";
import { useAttempt } from "./useAttempt.ts";

const explain = (error: unknown) => failureOf(error, messages.codeInvalid);

export function CodeForm({ email }: { email: string }) {
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { attempt, working, failure, clear } = useAttempt(explain);

  function change(next: string) {
    setCode(next);
    setMissing(false);
  }

  /** By hand: the browser would cut the text to six characters before its spaces are gone. */
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
    if (sent === "") return clear();
    if (!(await attempt((signal) => checkResetCode(email, sent, signal)))) return;
    writeItem(storageKeys.resetCode, sent);
    void navigate(screens.newPassword);
  }

  function goBack() {
    removeItem(storageKeys.resetEmail);
    void navigate(screens.forgotPassword);
  }

  return (
    <>
      <form method="post" noValidate onSubmit={(event) => void submit(event)}>
        {failure && <FailureAlert failure={failure} />}
        <Field
          label="Code"
          error={isMissing ? "Please enter the code." : undefined}
          hint={`It works for ${limits.resetCodeMinutes} minutes.`}
        >
          <TextInput
            className="step-card-code"
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
        <div className="step-card-pair">
          <Button onClick={goBack}>Back</Button>
          <Button type="submit" kind="primary" working={working} workingText="Verifying...">
            Next
          </Button>
        </div>
      </form>
      <NewCode
        email={email}
        onSent={() => {
          change("");
          clear();
        }}
      />
    </>
  );
}
