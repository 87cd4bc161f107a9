import { useEffect, useRef } from "react";

/** For a button that is disabled while it works: it loses the focus, so return it after a failure to allow a retry. */
export function useFocusAfterFailure(error: Error | null | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error && document.activeElement === document.body) button.current?.focus();
  }, [error]);
  return button;
}
