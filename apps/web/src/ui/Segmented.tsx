import { cx } from "./cx.ts";
import * as css from "./segmented.module.css";

interface SegmentedProps<Value extends string> {
  /** What is being chosen, for screen readers. */
  label: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A filter of two to five short options, one of them selected. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  return (
    <fieldset className={cx(css.root, className)} aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {option}
        </button>
      ))}
    </fieldset>
  );
}
