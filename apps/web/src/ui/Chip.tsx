import type { ReactNode } from "react";
import * as css from "./chip.module.css";
import { cx } from "./cx.ts";

interface ChipProps {
  /** Selected. With `onToggle` the state is exposed to screen readers too. */
  on?: boolean;
  onToggle?: () => void;
  className?: string;
  children: ReactNode;
}

/** A tag; with `onToggle` one that can be chosen. */
export function Chip({ on = false, onToggle, className, children }: ChipProps) {
  const names = cx(css.root, on && css.isOn, className);
  if (!onToggle) return <span className={names}>{children}</span>;
  return (
    <button type="button" className={names} aria-pressed={on} onClick={onToggle}>
      {children}
    </button>
  );
}
