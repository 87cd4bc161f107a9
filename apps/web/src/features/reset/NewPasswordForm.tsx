import { messages, screens, storageKeys } from "@cairn/contract";
import { Link, useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import { useForm } from "../../lib/forms/useForm.ts";
import { endSession } from "../../lib/session/session.ts";
import { removeItem } from "../../lib/storage.ts";
import { useSend } from "../../lib/useSend.ts";
import { FailureAlert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import * as layoutCss from "../../ui/layout.module.css";
import { PasswordInput } from "../../ui/PasswordInput.tsx";
import * as partsCss from "../../ui/parts.module.css";
import { failureOf } from "./failure.ts";
import { passwordProblems, serverProblems } from "./password-problems.ts";
import { setPassword } from "./reset.queries.ts";

function explain(error: unknown) {
  const isCodeDead = error instanceof ApiError && error.code === "code_invalid";
  const problems = error instanceof ApiError ? serverProblems(error) : {};
  const failure = failureOf(error, messages.resetFailed);
  // A message shown next to a field is not repeated above the form.
  const isSaid = Object.values(problems).includes(failure.text);
  return { failure: isSaid ? null : failure, problems, isCodeDead };
}

const initial = { password: "", confirmation: "" };

const check = ({ password, confirmation }: typeof initial) => passwordProblems(password, confirmation);

export function NewPasswordForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const form = useForm({ initial, check });
  const { password, confirmation } = form.values;
  const { send, isSending, failure, reset } = useSend(explain, { leaves: true, keepsFocus: true });
  const problems = failure?.problems ?? form.problems;

  /** A mismatch shows when the field loses focus, and disappears as soon as it is fixed. */
  function compare() {
    if (confirmation === "") return;
    const isDifferent = confirmation !== password;
    form.setProblems((found) => ({
      ...found,
      confirmation: isDifferent ? messages.passwordsDiffer : undefined,
    }));
  }

  function type(change: Partial<typeof initial>) {
    form.set({ ...form.read(), ...change });
    form.setProblems({});
    reset();
  }

  const submit = form.submit(async () => {
    if (!(await send((signal) => setPassword({ code, password, confirmation }, signal)))) return;
    removeItem(storageKeys.resetEmail);
    removeItem(storageKeys.resetCode);
    // The server has ended every session of the account, this browser's too.
    endSession({ leaving: true });
    const notice = "Your password is changed. Log in with the new one.";
    void navigate(screens.login, { replace: true, state: { notice } });
  }, reset);

  return (
    <form ref={form.ref} className={layoutCss.stack} method="post" noValidate onSubmit={submit}>
      {failure?.failure && <FailureAlert failure={failure.failure} />}
      {failure?.isCodeDead && (
        <p className={layoutCss.small}>
          <Link className={layoutCss.link} to={screens.forgotPassword}>
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
          onChange={({ currentTarget }) => type({ password: currentTarget.value })}
        />
      </Field>
      <Field label="Confirm password" error={problems.confirmation}>
        <PasswordInput
          name="confirmation"
          value={confirmation}
          autoComplete="new-password"
          required
          onBlur={compare}
          onChange={({ currentTarget }) => type({ confirmation: currentTarget.value })}
        />
      </Field>
      <Button
        type="submit"
        kind="primary"
        block="plain"
        className={partsCss.top1}
        working={isSending}
        workingText="Changing..."
      >
        Change Password
      </Button>
    </form>
  );
}
