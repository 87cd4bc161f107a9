import {
  dashboardOf,
  isRole,
  messages,
  type SessionTokens,
  screens,
  type WaitingAccount,
} from "@cairn/contract";
import { useNavigate } from "react-router";
import { ApiError } from "../../lib/api/api-error.ts";
import type { Form, Problems } from "../../lib/forms/useForm.ts";
import { returnPlace, useEntryState } from "../../lib/session/return-place.ts";
import { endSession, startSession } from "../../lib/session/session.ts";
import { useSend } from "../../lib/useSend.ts";
import { Button } from "../../ui/Button.tsx";

interface Failure {
  text: string;
  /** What the user can do, if the text does not say so. */
  hint?: string;
}

interface SubmissionOptions<Values extends object, Body> {
  form: Form<Values>;
  fields: readonly (keyof Values & string)[];
  bodyOf: (values: Values) => Body;
  send: (body: Body) => Promise<SessionTokens | WaitingAccount>;
  /** The text shown if the server's error has none. */
  fallback: string;
  /** Picks the server's text to show; by default everything it said. */
  wordsOf?: (error: ApiError) => string | undefined;
  onRefused?: (error: ApiError) => void;
}

/** Submits the login and register forms: one call at a time, then the next page or the error. */
export function useSubmission<Values extends object, Body>({
  form,
  fields,
  bodyOf,
  send,
  fallback,
  wordsOf = ({ said }) => said,
  onRefused,
}: SubmissionOptions<Values, Body>) {
  const enter = useEnter();
  function explain(error: unknown): Failure | null {
    if (error instanceof RoleError) return { text: error.message };
    if (!(error instanceof ApiError)) return { text: fallback };
    const shown = error.details.filter(({ field }) => fields.some((name) => name === field));
    const refused = Object.fromEntries(shown.map(({ field, problem }) => [field, problem]));
    form.setProblems((known) => ({ ...known, ...(refused as Problems<Values>) }));
    form.focusFirst(shown.slice(0, 1).map(({ field }) => field));
    onRefused?.(error);
    const words = wordsOf(error);
    if (words === undefined) return { text: fallback, hint: error.message };
    return shown.some(({ problem }) => problem === words) ? null : { text: words };
  }

  const { send: sendOnce, isSending, failure, reset } = useSend(explain, { leaves: true, keepsFocus: true });

  const submit = (values: Values) =>
    sendOnce(async () => {
      const refusal = enter(await send(bodyOf(values)));
      if (refusal !== undefined) throw new RoleError(refusal);
    });

  return {
    submit: form.submit(submit, reset),
    working: isSending,
    failure,
  };
}

/** The tokens are good, but no dashboard is known for their role. */
class RoleError extends Error {}

/**
 * Signs in with the tokens from login or register; a new account that waits for approval gets none. Opens the page that the login was asked for from, else the role's
 * dashboard (docs/rules.md#return-after-the-login). Returns the error text if that fails.
 */
function useEnter() {
  const navigate = useNavigate();
  const state = useEntryState();
  return (tokens: SessionTokens | WaitingAccount): string | undefined => {
    if ("status" in tokens) {
      void navigate(screens.waiting, { replace: true });
      return undefined;
    }
    if (!isRole(tokens.role)) {
      endSession();
      return messages.unknownRole;
    }
    startSession(tokens);
    void navigate(returnPlace(state, tokens) ?? dashboardOf[tokens.role], { replace: true });
    return undefined;
  };
}

interface SubmitButtonProps {
  working: boolean;
  workingText: string;
  children: string;
}

/**
 * Until the application handles the form, the browser's own submit must not send the password to a page that does not
 * accept it: the method `dialog` sends nothing. The start script repeats a press, or Enter, that came too early
 * (app/start.js).
 */
export function SubmitButton({ working, workingText, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      formMethod="dialog"
      kind="primary"
      block
      working={working}
      workingText={workingText}
    >
      {children}
    </Button>
  );
}
