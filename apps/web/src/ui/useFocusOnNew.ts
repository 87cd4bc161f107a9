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
export function useFocusOnNew<List extends HTMLElement = HTMLUListElement>({
  count,
  isWorking,
  target,
}: FocusOnNewOptions) {
  const list = useRef<List>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<number>(null);

  useLayoutEffect(() => {
    if (before.current === null || isWorking) return;
    const entry = count > before.current ? list.current?.children[before.current] : null;
    before.current = null;
    (entry ? placeIn(entry, target) : button.current)?.focus({ preventScroll: true });
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

/** An entry with nothing to operate takes the focus itself. */
function placeIn(entry: Element, target: string): HTMLElement {
  const place = entry.querySelector<HTMLElement>(target);
  if (!place) entry.setAttribute("tabindex", "-1");
  return place ?? (entry as HTMLElement);
}
