import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import * as css from "./checkbox.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** What is ticked, for screen readers. */
  label: string;
}

/** A checkbox without a visible label, for tables. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <span className={css.root}>
      <input {...rest} type="checkbox" aria-label={label} />
      <Check size={14} />
    </span>
  );
}
