import { cx } from "./cx.ts";
import * as css from "./progress-bar.module.css";

interface ProgressBarProps {
  /** From 0 to 1. */
  value: number;
  /** What is in progress, for screen readers. */
  label: string;
  className?: string;
}

/** The browser's own progress element in our look. */
export function ProgressBar({ value, label, className }: ProgressBarProps) {
  return (
    <progress
      className={cx(css.root, className)}
      aria-label={label}
      value={Math.round(value * 1000)}
      max={1000}
    />
  );
}
