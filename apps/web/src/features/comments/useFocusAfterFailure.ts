import { useEffect, useRef } from "react";

/** For a button that is disabled while it works: that costs it the focus, and after a failure it is pressed again. */
export function useFocusAfterFailure(error: Error | null | undefined) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (error && document.activeElement === document.body) button.current?.focus();
  }, [error]);
  return button;
}
