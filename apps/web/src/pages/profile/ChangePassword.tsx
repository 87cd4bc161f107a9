import { messages, screens, storageKeys } from "@cairn/contract";
import { useNavigate } from "react-router";
import { failureOf, identifierProblem, sendResetCode } from "../../features/reset/reset.queries.ts";
import { removeItem, writeItem } from "../../lib/storage.ts";
import { useSend } from "../../lib/useSend.ts";
import { FailureAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Stack } from "../../ui/Stack.tsx";

const explain = (error: unknown) => failureOf(error, messages.resetRequestFailed, identifierProblem);

/** Sends the code at once, since the email is known. The profile itself never sends a password (docs/rules.md#password-on-the-profile). */
export function ChangePassword({ email }: { email: string }) {
  const navigate = useNavigate();
  const { send, isSending, failure } = useSend(explain, { leaves: true, keepsFocus: true });

  async function begin() {
    if (!(await send((signal) => sendResetCode(email, signal)))) return;
    // A newer code invalidates the older ones (docs/rules.md#reset-codes).
    removeItem(storageKeys.resetCode);
    writeItem(storageKeys.resetEmail, email);
    void navigate(screens.code);
  }

  return (
    <Stack gap={3} starts>
      <Button size="sm" working={isSending} workingText="Sending..." onClick={() => void begin()}>
        Change your password
      </Button>
      {failure && <FailureAlert failure={failure} />}
    </Stack>
  );
}
