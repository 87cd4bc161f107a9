import { type FocusEvent, useLayoutEffect, useRef } from "react";

/**
 * A row's action may take its own button away, or the whole row, and with it the keyboard's place. It goes on at the
 * first button left in that row, else in the row that moved up, else at the table.
 */
export function useRowFocus(rows: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef(-1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new set of rows may have taken the focus away
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (place.current < 0 || !isLost) return;
    const shown = rowsIn(box.current);
    const row = shown[Math.min(place.current, shown.length - 1)];
    (row?.querySelector<HTMLElement>("button:enabled") ?? box.current)?.focus({ preventScroll: true });
  }, [rows]);

  return {
    ref: box,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest("tbody tr");
      place.current = row ? rowsIn(box.current).indexOf(row) : -1;
    },
    /** Gone elsewhere on purpose; a button that was taken away leaves towards nothing. */
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) place.current = -1;
    },
  };
}

const rowsIn = (box: Element | null) => [...(box?.querySelectorAll("tbody tr") ?? [])];
