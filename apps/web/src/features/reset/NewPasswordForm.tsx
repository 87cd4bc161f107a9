import { messages, screens, storageKeys } from "@cairn/contract";
import { type FormEvent, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { endSession } from "../../lib/session/session.ts";
import { removeItem } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureAlert } from "../../ui/FailureAlert.tsx";
import { Field } from "../../ui/Field.tsx";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import { failureOf } from "./failure.ts";
import { type PasswordProblems, passwordProblems, serverProblems } from "./password-problems.ts";
import { setPassword } from "./reset.queries.ts";
import { useAttempt } from "./useAttempt.ts";

function explain(error: unknown) {
  const isCodeDead = error instanceof ApiError && error.code === "code_invalid";
  const problems = error instanceof ApiError ? serverProblems(error) : {};
  const failure = failureOf(error, messages.resetFailed);
  // What stands beside a field need not stand above the form as well.
  const isSaid = Object.values(problems).includes(failure.text);
  return { failure: isSaid ? null : failure, problems, isCodeDead };
}

export function NewPasswordForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const [password, setPasswordText] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const [found, setFound] = useState<PasswordProblems>({});
  const { attempt, working, failure, clear } = useAttempt(explain);
  const form = useRef<HTMLFormElement>(null);
  const problems = failure?.problems ?? found;

  /** A mismatch shows as soon as the field is left, and goes as soon as it is mended. */
  function compare() {
    if (confirmation === "") return;
    const isDifferent = confirmation !== password;
    setFound({ ...found, confirmation: isDifferent ? messages.passwordsDiffer : undefined });
  }

  function type(set: (text: string) => void, text: string) {
    set(text);
    setFound({});
    clear();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const next = passwordProblems(password, confirmation);
    setFound(next);
    clear();
    const [wrong] = Object.keys(next);
    if (wrong) return form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus();
    if (!(await attempt((signal) => setPassword({ code, password, confirmation }, signal)))) return;
    removeItem(storageKeys.resetEmail);
    removeItem(storageKeys.resetCode);
    // The server has ended every session of the account, this browser's too.
    endSession({ leaving: true });
    const notice = "Your password is changed. Log in with the new one.";
    void navigate(screens.login, { replace: true, state: { notice } });
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {failure?.failure && <FailureAlert failure={failure.failure} />}
      {failure?.isCodeDead && (
        <p className="text-sm">
          <Link className="link" to={screens.forgotPassword}>
            Ask for a new code
          </Link>
        </p>
      )}
      <Field label="New password" error={problems.password}>
        <PasswordInput
          name="password"
          value={password}
          autoComplete="new-password"
          required
          onChange={({ currentTarget }) => type(setPasswordText, currentTarget.value)}
        />
      </Field>
      <Field label="Confirm password" error={problems.confirmation}>
        <PasswordInput
          name="confirmation"
          value={confirmation}
          autoComplete="new-password"
          required
          onBlur={compare}
          onChange={({ currentTarget }) => type(setConfirmation, currentTarget.value)}
        />
      </Field>
      <Button type="submit" kind="primary" block working={working} workingText="Changing...">
        Change Password
      </Button>
    </form>
  );
}
