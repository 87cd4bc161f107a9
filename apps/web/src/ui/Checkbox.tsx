import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import "./checkbox.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "className"> {
  /** What is ticked, for those who do not see what stands beside it. */
  label: string;
}

/** A box without words of its own, for tables. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <span className="checkbox">
      <input {...rest} type="checkbox" aria-label={label} />
      <Check size={14} />
    </span>
  );
}
