import { messages } from "@cairn/contract";
import { useLayoutEffect, useRef } from "react";

/** The fields of an infinite query that this uses. */
interface Pages {
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/**
 * For "Load More": the button loses the focus while it works and may be gone afterwards. Moves the focus to the first
 * new entry, or back to the button if nothing new came.
 *
 * @param count how many entries are shown
 * @param target selects the element that takes the focus in the first new entry
 */
export function useLoadMore<List extends HTMLElement = HTMLUListElement>(
  count: number,
  { isFetchingNextPage: isLoading, fetchNextPage }: Pages,
  target: string,
) {
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
    /** Ref of the element whose children are the entries. */
    list,
    /** Props for the Button that loads more. */
    button: {
      ref: button,
      working: isLoading,
      workingText: messages.loading,
      children: "Load More",
      onClick: () => {
        before.current = count;
        fetchNextPage();
      },
    },
  };
}

/** An entry without such an element takes the focus itself. */
function placeIn(entry: Element, target: string): HTMLElement {
  const place = entry.querySelector<HTMLElement>(target);
  if (!place) entry.setAttribute("tabindex", "-1");
  return place ?? (entry as HTMLElement);
}
