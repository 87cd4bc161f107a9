import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import "./select.css";

interface SelectProps extends ComponentProps<"select"> {
  /** Its name inside the box, for toolbars: "Filter by". In a form the name is the Field's label. */
  inlineLabel?: string;
}

/** The browser's own select in our box; its options are `<option>`s. */
export function Select({ inlineLabel, className, children, ...rest }: SelectProps) {
  const control = useFieldControl();
  const box = (
    <span className={cx("select-box", Boolean(inlineLabel) && "is-inline", className)}>
      {inlineLabel && <span className="select-name">{inlineLabel}</span>}
      <select {...control} {...rest}>
        {children}
      </select>
      <ChevronDown size={16} />
    </span>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside, in `box`
  return inlineLabel ? <label>{box}</label> : box;
}
