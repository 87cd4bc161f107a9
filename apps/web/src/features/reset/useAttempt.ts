import { useEffect, useRef, useState } from "react";

/**
 * One call at a time. It is given up when its screen is left: an answer that comes after that must not lead anywhere.
 * After a success it is still at work, since the next screen is on its way; `settle` is for those that stay.
 */
export function useAttempt<Failure>(explain: (error: unknown) => Failure) {
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const underway = useRef<AbortController>(undefined);
  const focused = useRef<Element | null>(null);

  useEffect(() => () => underway.current?.abort(), []);

  useEffect(() => {
    // A disabled button loses the focus; the keyboard goes on where it was.
    const isLost = failure !== null && document.activeElement === document.body;
    if (isLost && focused.current instanceof HTMLElement) focused.current.focus();
  }, [failure]);

  function settle() {
    underway.current = undefined;
    setWorking(false);
  }

  /** Answers whether it succeeded. */
  async function attempt(call: (signal: AbortSignal) => Promise<unknown>): Promise<boolean> {
    // The button is disabled only once React has rendered: two quick Enters come before that.
    if (underway.current) return false;
    const control = new AbortController();
    underway.current = control;
    focused.current = document.activeElement;
    setWorking(true);
    setFailure(null);
    try {
      await call(control.signal);
      return !control.signal.aborted;
    } catch (error) {
      if (control.signal.aborted) return false;
      setFailure(explain(error));
      settle();
      return false;
    }
  }

  return { attempt, working, failure, clear: () => setFailure(null), settle };
}
