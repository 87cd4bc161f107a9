import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { type ClipboardEvent, type FormEvent, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import {
  checkResetCode,
  failureOf,
  identifierProblem,
  sendResetCode,
} from "../features/reset/reset.queries.ts";
import { pastedCode, sentCode, typedCode, useSaved } from "../features/reset/reset-code.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { removeItem, writeItem } from "../lib/storage.ts";
import { useSend } from "../lib/useSend.ts";
import { Alert, FailureAlert } from "../ui/Alert.tsx";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import * as kit from "../ui/kit.module.css";
import { Stack } from "../ui/Stack.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { ResetFrame, StepCard } from "./reset/ResetFrame.tsx";
import * as css from "./reset/step-card.module.css";

export function CodePage() {
  const email = useSaved(storageKeys.resetEmail);
  const isSignedIn = useIsSignedIn();
  if (email === null) return <Navigate to={screens.forgotPassword} replace />;
  const sent = "We sent you a code";
  const where = `Check ${email} for a code of up to ${limits.resetCodeLength} characters.`;
  return (
    <ResetFrame>
      <PageTitle title="Enter your code" hidden />
      <StepCard
        step={2}
        title={isSignedIn ? "Change your password" : sent}
        text={isSignedIn ? `${sent}. ${where}` : where}
      >
        <CodeForm key={email} email={email} />
      </StepCard>
    </ResetFrame>
  );
}

const explain = (error: unknown) => failureOf(error, messages.codeInvalid);

function CodeForm({ email }: { email: string }) {
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
      <Stack as="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
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
        <div className={css.pair}>
          <Button onClick={goBack}>Back</Button>
          <Button type="submit" kind="primary" working={isSending} workingText="Verifying...">
            Next
          </Button>
        </div>
      </Stack>
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
    <Stack gap={3} className={`${kit.soft} ${css.foot}`}>
      <p>No code after a minute? Check your spam folder, or ask for a new code.</p>
      {failure && <FailureAlert failure={failure} />}
      {state === "done" && (
        <Alert kind="success" text="A new code is on its way. Earlier ones no longer work." />
      )}
      <Button size="sm" working={isSending} workingText="Sending..." onClick={() => void sendCode()}>
        Send a new code
      </Button>
    </Stack>
  );
}
