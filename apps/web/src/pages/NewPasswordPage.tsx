import { limits, messages, screens, storageKeys } from "@cairn/contract";
import { useEffect, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router";
import { failureOf, setPassword } from "../features/reset/reset.queries.ts";
import { isLinkToken, useSaved } from "../features/reset/reset-code.ts";
import { ApiError } from "../lib/api/api-error.ts";
import { useForm } from "../lib/forms/useForm.ts";
import { PageTitle } from "../lib/PageTitle.tsx";
import { endSession } from "../lib/session/session.ts";
import { useIsSignedIn, useSession } from "../lib/session/useSession.tsx";
import { removeItem, writeItem } from "../lib/storage.ts";
import { useSend } from "../lib/useSend.ts";
import { FailureAlert } from "../ui/Alert.tsx";
import { Button } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import * as kit from "../ui/kit.module.css";
import { PasswordOwner } from "../ui/PasswordOwner.tsx";
import { Stack } from "../ui/Stack.tsx";
import { PasswordInput } from "../ui/TextInput.tsx";
import { ResetFrame, StepCard } from "./reset/ResetFrame.tsx";

/** The last screen of a password reset, and the target of invitation links. */
export function NewPasswordPage() {
  const code = useResetCode();
  const isSignedIn = useIsSignedIn();
  if (code === null) return <Navigate to={screens.forgotPassword} replace />;
  return (
    <ResetFrame>
      <PageTitle title="Change password" hidden />
      <StepCard
        step={isLinkToken(code) ? undefined : 3}
        title={isSignedIn && !isLinkToken(code) ? "Change your password" : "Change Password"}
        text={`Use ${limits.passwordMinLength} or more characters.`}
      >
        <NewPasswordForm code={code} />
      </StepCard>
    </ResetFrame>
  );
}

/** The stored code. A link's token is stored as the code and removed from the address bar immediately. */
function useResetCode(): string | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const token = new URLSearchParams(search).get("token");
  const saved = useSaved(storageKeys.resetCode);
  // Kept in state, since the token is about to be removed from the address.
  const [brought] = useState(token);

  useEffect(() => {
    if (!token) return;
    writeItem(storageKeys.resetCode, token);
    // The stored email has nothing to do with the link.
    removeItem(storageKeys.resetEmail);
    void navigate(pathname, { replace: true });
  }, [token, pathname, navigate]);

  return brought || saved;
}

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

function NewPasswordForm({ code }: { code: string }) {
  const navigate = useNavigate();
  const email = useSaved(storageKeys.resetEmail);
  const session = useSession();
  const isSignedIn = useIsSignedIn();
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
    // A member who came from the profile returns there. A link may belong to another account than the stored email.
    const isOwn = isSignedIn && session?.role === "User" && !isLinkToken(code);
    const state = {
      notice,
      ...(email !== null && !isLinkToken(code) && { email }),
      ...(isOwn && { from: screens.profile }),
    };
    void navigate(screens.login, { replace: true, state });
  }, reset);

  return (
    <Stack as="form" {...form.element} method="post" onSubmit={submit}>
      {failure?.failure && <FailureAlert failure={failure.failure} />}
      {failure?.isCodeDead && (
        <p className={kit.small}>
          <Link className={kit.link} to={screens.forgotPassword}>
            Ask for a new code
          </Link>
        </p>
      )}
      {/* A link is for an account that this page does not know; the stored email may be another's. */}
      {!isLinkToken(code) && <PasswordOwner email={email} />}
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
      <Button type="submit" kind="primary" block="plain" working={isSending} workingText="Changing...">
        Change Password
      </Button>
    </Stack>
  );
}

type PasswordProblems = Partial<Record<"password" | "confirmation", string>>;

/**
 * Checks docs/rules.md#passwords as the server does, except for its list of common passwords, which is too long for a page.
 */
function passwordProblems(password: string, confirmation: string): PasswordProblems {
  return definedOnly({
    password: lengthProblem(password),
    confirmation: confirmationProblem(password, confirmation),
  });
}

function lengthProblem(password: string) {
  const { length } = [...password];
  if (length === 0) return "Please choose a password.";
  if (length < limits.passwordMinLength) return `Use ${limits.passwordMinLength} or more characters.`;
  return length > limits.passwordMaxLength
    ? `Use at most ${limits.passwordMaxLength} characters.`
    : undefined;
}

function confirmationProblem(password: string, confirmation: string) {
  if (confirmation === "") return "Please confirm your password.";
  return confirmation === password ? undefined : messages.passwordsDiffer;
}

/** The server's messages about the two fields, under the names used here. */
function serverProblems({ code, details, message }: ApiError): PasswordProblems {
  if (code === "passwords_differ") return { confirmation: message };
  const problemOf = (name: string) => details.find(({ field }) => field === name)?.problem;
  return definedOnly({
    password: problemOf("new_password"),
    confirmation: problemOf("confirm_password"),
  });
}

const definedOnly = (problems: PasswordProblems): PasswordProblems =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
