import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { Mail } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { failureOf, identifierProblem, sendResetCode } from "../features/reset/reset.queries.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { useIsSignedIn } from "../lib/session/useSession.tsx";
import { siteName } from "../lib/site.ts";
import { readItem, removeItem, writeItem } from "../lib/storage.ts";
import { useSend } from "../lib/useSend.ts";
import { FailureAlert } from "../ui/Alert.tsx";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { Stack } from "../ui/Stack.tsx";
import { TextInput } from "../ui/TextInput.tsx";
import { ResetFrame, StepCard } from "./reset/ResetFrame.tsx";

export function ForgotPasswordPage() {
  const { state } = useLocation();
  const isSignedIn = useIsSignedIn();
  const email: unknown = state?.email;
  return (
    <ResetFrame>
      <PageTitle
        title="Forgot password"
        description={`Get a code by email to choose a new password for ${siteName()}.`}
      />
      <StepCard
        step={1}
        title={isSignedIn ? "Change your password" : "Forgot your password?"}
        text="Enter your email and we send you a code."
      >
        <ForgotPasswordForm email={typeof email === "string" && email !== "" ? email : undefined} />
      </StepCard>
    </ResetFrame>
  );
}

/** Errors about the email show next to its field, all others above the form. */
function explain(error: unknown) {
  const problem = error instanceof ApiError ? identifierProblem(error) : undefined;
  return problem === undefined
    ? { failure: failureOf(error, messages.resetRequestFailed, () => undefined) }
    : { problem };
}

interface ForgotPasswordFormProps {
  /** Passed by the screen that led here. */
  email: string | undefined;
}

function ForgotPasswordForm({ email: known }: ForgotPasswordFormProps) {
  const navigate = useNavigate();
  const [email, setEmail] = useState(() => known ?? readItem(storageKeys.resetEmail) ?? "");
  const [isMissing, setMissing] = useState(false);
  const { send, isSending, failure, reset } = useSend(explain, { leaves: true, keepsFocus: true });

  async function submit(event: FormEvent) {
    event.preventDefault();
    const identifier = email.trim();
    setMissing(identifier === "");
    if (identifier === "") return reset();
    if (!(await send((signal) => sendResetCode(identifier, signal)))) return;
    // A newer code invalidates the older ones (docs/rules.md#reset-codes).
    removeItem(storageKeys.resetCode);
    writeItem(storageKeys.resetEmail, identifier);
    void navigate(screens.code);
  }

  return (
    <Stack as="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
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
      <Button type="submit" kind="primary" block="plain" working={isSending} workingText="Sending...">
        Next
      </Button>
    </Stack>
  );
}
