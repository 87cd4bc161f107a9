import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * A row's action may take its own button away, or the whole row, and with it the keyboard's place. It goes on at the
 * first button left in that row, else in the row that moved up, else at the table. Where some rows are still to be done
 * (`comesNext`), it goes on at the first of those from there.
 */
export function useRowFocus<Row>(rows: readonly Row[], comesNext?: (row: Row) => boolean) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef(-1);

  // After every render: what took the focus away may be a dialog that closed long after the rows had changed.
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current < 0 || !isLost) return;
    const shown = rowsIn(box.current);
    const todo = comesNext ? rows.findIndex((row, index) => index >= place.current && comesNext(row)) : -1;
    const row = shown[todo < 0 ? Math.min(place.current, shown.length - 1) : todo];
    (row?.querySelector<HTMLElement>("button:enabled") ?? box.current)?.focus({ preventScroll: true });
  });

  return {
    ref: box,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest("tbody tr");
      place.current = row ? rowsIn(box.current).indexOf(row) : -1;
    },
    /** A button that was taken away leaves towards nothing, and dialogs give back. */
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget) {
        if (!relatedTarget.closest("dialog")) place.current = -1;
        return;
      }
      // A press beside everything; whoever looks at another window is still here.
      queueMicrotask(() => {
        if (target.matches(":enabled") && target.isConnected && document.activeElement !== target) {
          place.current = -1;
        }
      });
    },
  };
}

const rowsIn = (box: Element | null) => [...(box?.querySelectorAll("tbody tr") ?? [])];
