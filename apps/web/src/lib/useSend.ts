import { useEffect, useRef, useState } from "react";

/** `stopped`: by the user, or because the component unmounted. */
type SendState = "idle" | "sending" | "done" | "stopped" | "failed";

interface SendOptions {
  /** The next screen follows a success, so that nothing more can be sent. */
  leaves?: boolean;
  /** Returns the focus after a failure: a button that is disabled while it sends loses it. */
  keepsFocus?: boolean;
}

/**
 * Runs one call at a time, with its state. There are two ways to send:
 *
 * - This hook, for a form, a dialog or a button. A plain state: it changes in the same render as the form's own, waits
 *   for no network, and keeps no password in a cache. A call that also refreshes queries is a function around the call
 *   (`useChangeProfile`, `useSendContent`), run through this hook.
 * - TanStack's `useMutation`, where the response is written into a query's cached list or a retryable error is retried:
 *   comments, notifications, deletions.
 *
 * A call that no press starts belongs to an effect: the look-up of a mailed link (`useConfirmation`).
 *
 * The signal aborts when the user stops the call or the component unmounts; `explain` turns an error into what the
 * component shows of it.
 */
export function useSend<Failure>(
  explain: (error: unknown) => Failure,
  { leaves = false, keepsFocus = false }: SendOptions = {},
) {
  const [{ state, failure }, setNow] = useState<{
    state: SendState;
    /** Undefined until the first attempt. */
    failure?: Failure | null;
  }>({ state: "idle" });
  const inFlight = useRef<AbortController>(undefined);
  const focused = useRef<Element | null>(null);

  useEffect(() => () => inFlight.current?.abort(), []);

  useEffect(() => {
    const isLost = keepsFocus && failure && document.activeElement === document.body;
    if (isLost && focused.current instanceof HTMLElement)
      // What the form says of the failure may have come into view elsewhere.
      focused.current.focus({ preventScroll: true });
  }, [keepsFocus, failure]);

  /** Resolves to whether it succeeded and was not stopped. */
  async function send(call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    // React disables the button only on the next render, so a quick second press must be ignored here.
    if (inFlight.current) return false;
    const control = new AbortController();
    const { signal } = control;
    inFlight.current = control;
    focused.current = document.activeElement;
    setNow({ state: "sending", failure: null });
    try {
      await call(signal);
      if (leaves) return !signal.aborted;
      setNow({ state: signal.aborted ? "stopped" : "done", failure: null });
    } catch (error) {
      inFlight.current = undefined;
      if (signal.aborted) setNow({ state: "stopped", failure: null });
      else setNow({ state: "failed", failure: explain(error) });
      return false;
    }
    inFlight.current = undefined;
    return !signal.aborted;
  }

  return {
    send,
    state,
    isSending: state === "sending",
    failure,
    stop: () => inFlight.current?.abort(),
    /** The form has changed, so the result of the last attempt no longer matters. */
    reset: () => setNow((now) => (now.state === "sending" ? now : { state: "idle", failure: null })),
  };
}

/** For a button that is disabled while it works: it loses the focus, so return it after a failure to allow a retry. */
export function useFocusAfterFailure(error: Error | string | null | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error && document.activeElement === document.body) button.current?.focus();
  }, [error]);
  return button;
}
