import type { SessionTokens } from "@cairn/contract";
import { useEffect, useRef, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "../../lib/api/api-error.ts";
import { useEnter } from "./useEnter.ts";

export interface Failure {
  text: string;
  /** What to do about it, where the text does not say so. */
  hint?: string;
}

interface SubmissionOptions<Values extends FieldValues, Body> {
  form: UseFormReturn<Values, unknown, Body>;
  fields: readonly Path<Values>[];
  send: (body: Body) => Promise<SessionTokens>;
  /** What to say when the server gave no words of its own. */
  fallback: string;
  /** The server's words that count here; all it said, unless told otherwise. */
  wordsOf?: (error: ApiError) => string | undefined;
  onRefused?: (error: ApiError) => void;
}

/** The way of the login and register forms: one call at a time, then the dashboard or the reason why not. */
export function useSubmission<Values extends FieldValues, Body>({
  form,
  fields,
  send,
  fallback,
  wordsOf = ({ said }) => said,
  onRefused,
}: SubmissionOptions<Values, Body>) {
  const enter = useEnter();
  const [working, setWorking] = useState(false);
  /** Undefined until the first attempt. */
  const [failure, setFailure] = useState<Failure | null>();
  const underway = useRef(false);
  const focused = useRef<Element | null>(null);

  function explain(error: unknown): Failure | null {
    if (!(error instanceof ApiError)) return { text: fallback };
    const shown = error.details.filter(({ field }) => fields.includes(field as Path<Values>));
    for (const [index, { field, problem }] of shown.entries()) {
      const options = { shouldFocus: index === 0 };
      form.setError(field as Path<Values>, { type: "server", message: problem }, options);
    }
    onRefused?.(error);
    const words = wordsOf(error);
    if (words === undefined) return { text: fallback, hint: error.message };
    return shown.some(({ problem }) => problem === words) ? null : { text: words };
  }

  async function attempt(body: Body) {
    // The button is disabled only once React has rendered: two quick Enters come before that.
    if (underway.current) return;
    underway.current = true;
    focused.current = document.activeElement;
    setWorking(true);
    setFailure(null);
    try {
      const refusal = enter(await send(body));
      if (refusal === undefined) return; // Still working: the dashboard is on its way.
      setFailure({ text: refusal });
    } catch (error) {
      setFailure(explain(error));
    }
    underway.current = false;
    setWorking(false);
  }

  useEffect(() => {
    // A disabled button loses the focus; the keyboard goes on where it was.
    const isLost = failure && document.activeElement === document.body;
    if (isLost && focused.current instanceof HTMLElement) focused.current.focus();
  }, [failure]);

  return { submit: form.handleSubmit(attempt, () => setFailure(null)), working, failure };
}
