import type { ReactNode } from "react";
import { Link } from "react-router";
import * as css from "./chip.module.css";
import { cx } from "./cx.ts";

interface ChipProps {
  /** Selected. With `onToggle` the state is exposed to screen readers too. */
  on?: boolean;
  onToggle?: () => void;
  /** Makes it a link. */
  to?: string;
  className?: string;
  children: ReactNode;
}

/** A tag; with `onToggle` one that can be chosen, with `to` one that leads somewhere. */
export function Chip({ on = false, onToggle, to, className, children }: ChipProps) {
  const names = cx(css.root, on && css.isOn, className);
  if (to !== undefined) {
    return (
      <Link className={names} to={to}>
        {children}
      </Link>
    );
  }
  if (!onToggle) return <span className={names}>{children}</span>;
  return (
    <button type="button" className={names} aria-pressed={on} onClick={onToggle}>
      {children}
    </button>
  );
}
