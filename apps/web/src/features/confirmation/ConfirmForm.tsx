import { screens } from "@cairn/contract";
import { type FormEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { useIsSignedIn } from "../../lib/session/useSession.tsx";
import { useSend } from "../../lib/useSend.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import * as kit from "../../ui/kit.module.css";
import { PasswordOwner } from "../../ui/PasswordOwner.tsx";
import { Stack } from "../../ui/Stack.tsx";
import { Text } from "../../ui/Text.tsx";
import { PasswordInput } from "../../ui/TextInput.tsx";
import { confirmByLink, confirmByPassword } from "./confirmation.queries.ts";
import { type Done, type LinkedAccount, refusalOf } from "./useConfirmation.ts";

interface ConfirmFormProps {
  token: string;
  account: LinkedAccount;
  onDone: (done: Done) => void;
}

/** The screen that a mailed link opens: nothing is confirmed before a button is pressed (docs/rules.md#confirmation-by-a-press). */
export function ConfirmForm({ token, account, onDone }: ConfirmFormProps) {
  const isSignedIn = useIsSignedIn();
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [pressed, setPressed] = useState<"confirm" | "take">();
  const { send: sendOnce, isSending, failure } = useSend(explain);
  const working = isSending ? pressed : undefined;
  const box = useRef<HTMLInputElement>(null);

  const send = (button: "confirm" | "take", call: (signal: AbortSignal) => Promise<{ message: string }>) =>
    sendOnce(async (signal) => {
      setPressed(button);
      setProblem(undefined);
      const { message } = await call(signal);
      if (!signal.aborted) onDone({ state: button === "take" ? "taken" : "confirmed", said: message });
    });

  /** Returns what to show above the form. */
  function explain(error: unknown) {
    const { said, isFinal } = refusalOf(error);
    const wrong = error instanceof ApiError && error.details.find(({ field }) => field === "password");
    if (isFinal) {
      onDone({ state: "refused", said });
      return undefined;
    }
    if (!wrong) return said;
    setProblem(wrong.problem);
    box.current?.focus();
    return undefined;
  }

  const link = (signal: AbortSignal) => confirmByLink(token, signal);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!account.own && password === "") {
      setProblem("Please enter the password of this account.");
      return box.current?.focus();
    }
    const byPassword = (signal: AbortSignal) => confirmByPassword(token, password, signal);
    await send("confirm", account.own ? link : byPassword);
  }

  const confirm = (
    <Button
      type="submit"
      kind="primary"
      block="plain"
      disabled={working === "take"}
      working={working === "confirm"}
      workingText="Confirming..."
    >
      Confirm my email
    </Button>
  );

  return (
    <>
      <Alert kind="danger" text={failure} />
      {account.own && (
        <Stack method="post" as="form" onSubmit={(event) => void submit(event)}>
          <p>
            You are signed in to the account of <b>{account.email}</b>.
          </p>
          {confirm}
        </Stack>
      )}
      {!account.own && (
        <p>
          This link is for the account of <b>{account.email}</b>.
          {isSignedIn && " You are signed in to another account, which stays as it is."}
        </p>
      )}
      {!account.own && account.has_password && (
        <Stack as="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
          <PasswordOwner email={account.email} />
          <Field
            label="Password of this account"
            error={problem}
            aside={
              <Link className={kit.link} to={screens.forgotPassword}>
                Forgot your password?
              </Link>
            }
          >
            <PasswordInput
              ref={box}
              name="password"
              value={password}
              autoComplete="current-password"
              required
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          </Field>
          {confirm}
        </Stack>
      )}
      {!account.own && (
        <Stack as="section" gap={2} aria-labelledby="take-over">
          <h2 className={kit.h3} id="take-over">
            {account.has_password ? "You did not register?" : "This account has no password"}
          </h2>
          <Text kind="small">
            {account.has_password
              ? "Somebody else may have used your address. Because you own this mailbox, you can claim the account. We remove its password, sign everyone out and email you a link to set a new one."
              : "If you signed in with Google or GitHub, sign in again and open the link after that. If that was not you, you can still claim the account, because you own this mailbox. We sign everyone out and email you a link to set a password."}
          </Text>
          <Button
            block="plain"
            disabled={working === "confirm"}
            working={working === "take"}
            workingText="Claiming the account..."
            onClick={() => void send("take", link)}
          >
            This mailbox is mine, but I did not register
          </Button>
        </Stack>
      )}
    </>
  );
}
