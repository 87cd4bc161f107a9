import { messages } from "@cairn/contract";
import { useLayoutEffect, useRef } from "react";

interface LoadMoreOptions {
  /** Entries shown. */
  count: number;
  isLoading: boolean;
  load: () => void;
  /** What takes the focus in the first of the new entries. */
  target: string;
}

/**
 * For "Load More": the button can't hold the focus while it works and may be gone afterwards. The keyboard goes on at
 * the first of what came, or at the button again when nothing did.
 */
export function useLoadMore<List extends HTMLElement = HTMLUListElement>({
  count,
  isLoading,
  load,
  target,
}: LoadMoreOptions) {
  const list = useRef<List>(null);
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<number>(null);

  useLayoutEffect(() => {
    if (before.current === null || isLoading) return;
    const entry = count > before.current ? list.current?.children[before.current] : null;
    before.current = null;
    (entry ? placeIn(entry, target) : button.current)?.focus({ preventScroll: true });
  }, [count, isLoading, target]);

  return {
    /** Whose children are the entries. */
    list,
    /** What makes a Button the one that loads more. */
    button: {
      ref: button,
      working: isLoading,
      workingText: messages.loading,
      children: "Load More",
      onClick: () => {
        before.current = count;
        load();
      },
    },
  };
}

/** An entry with nothing to operate takes the focus itself. */
function placeIn(entry: Element, target: string): HTMLElement {
  const place = entry.querySelector<HTMLElement>(target);
  if (!place) entry.setAttribute("tabindex", "-1");
  return place ?? (entry as HTMLElement);
}
