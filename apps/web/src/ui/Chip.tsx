import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import "./chip.css";

interface ChipProps {
  /** Chosen. With `onToggle` it is said to screen readers too. */
  on?: boolean;
  onToggle?: () => void;
  children: ReactNode;
}

/** A tag; with `onToggle` one that can be chosen. */
export function Chip({ on = false, onToggle, children }: ChipProps) {
  const className = cx("chip", on && "is-on");
  if (!onToggle) return <span className={className}>{children}</span>;
  return (
    <button type="button" className={className} aria-pressed={on} onClick={onToggle}>
      {children}
    </button>
  );
}
