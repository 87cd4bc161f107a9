import { useLayoutEffect, useRef } from "react";

interface FocusOnNewOptions {
  /** Entries shown. */
  count: number;
  isWorking: boolean;
  /** What takes the focus in the first of the new entries. */
  target: string;
}

/**
 * For "Load more": the button can't hold the focus while it works and may be gone afterwards. The keyboard goes on at
 * the first of what came, or at the button again when nothing did.
 */
export function useFocusOnNew({ count, isWorking, target }: FocusOnNewOptions) {
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<number>(null);

  useLayoutEffect(() => {
    if (before.current === null || isWorking) return;
    const entry = count > before.current ? list.current?.children[before.current] : null;
    const first = entry?.querySelector<HTMLElement>(target);
    before.current = null;
    (first ?? button.current)?.focus({ preventScroll: true });
  }, [count, isWorking, target]);

  return {
    list,
    button,
    /** To be called when more is asked for. */
    expect: () => {
      before.current = count;
    },
  };
}
