import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { readItem, removeItem, writeItem } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextInput } from "../../ui/TextInput.tsx";
import { failureOf, identifierProblem } from "./failure.ts";
import { sendResetCode } from "./reset.queries.ts";
import { useAttempt } from "./useAttempt.ts";

/** What was said about the e-mail stands beside it, all else above the form. */
function explain(error: unknown) {
  const problem = error instanceof ApiError ? identifierProblem(error) : undefined;
  return problem === undefined
    ? { failure: failureOf(error, messages.resetRequestFailed, () => undefined) }
    : { problem };
}

interface ForgotPasswordFormProps {
  /** Known from the screen that led here. */
  email: string | undefined;
}

export function ForgotPasswordForm({ email: known }: ForgotPasswordFormProps) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(() => known ?? readItem(storageKeys.resetEmail) ?? "");
  const [isMissing, setMissing] = useState(false);
  const { attempt, working, failure, clear } = useAttempt(explain);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const identifier = email.trim();
    setMissing(identifier === "");
    if (identifier === "") return clear();
    if (!(await attempt((signal) => sendResetCode(identifier, signal)))) return;
    // A newer code makes the older ones worthless (D23).
    removeItem(storageKeys.resetCode);
    writeItem(storageKeys.resetEmail, identifier);
    void navigate(screens.code);
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure?.failure && <FailureAlert failure={failure.failure} />}
      <Field label="Email" error={isMissing ? "Please enter your email." : failure?.problem}>
        <TextInput
          type="email"
          name="email"
          value={email}
          autoComplete="username"
          maxLength={limits.emailLength}
          required
          icon={<Mail size={17} />}
          onChange={({ currentTarget }) => {
            setEmail(currentTarget.value);
            setMissing(false);
          }}
        />
      </Field>
      <Button type="submit" kind="primary" block working={working} workingText="Sending...">
        Next
      </Button>
    </form>
  );
}
