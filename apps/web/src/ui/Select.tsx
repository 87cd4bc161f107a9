import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import * as inputCss from "./input.module.css";
import * as css from "./select.module.css";

interface SelectProps extends Omit<ComponentProps<"select">, "size"> {
  /** Label inside the box, for toolbars: "Filter by". In a form the Field's label is used instead. */
  inlineLabel?: string;
  /** `toolbar`: less high, except on phones; so is one with an inline label. */
  size?: "md" | "toolbar";
  /** Class of the box. */
  className?: string;
  /** Class of the label around the box. */
  labelClass?: string;
}

/** The browser's own select in our box; its options are `<option>`s. */
export function Select({ inlineLabel, size = "md", className, labelClass, children, ...rest }: SelectProps) {
  const control = useFieldControl();
  const box = (
    <span
      className={cx(
        inputCss.root,
        css.box,
        size === "toolbar" && css.toolbar,
        Boolean(inlineLabel) && css.isInline,
        className,
      )}
    >
      {inlineLabel && <span className={css.name}>{inlineLabel}</span>}
      <select {...control} {...rest}>
        {children}
      </select>
      <ChevronDown size={16} />
    </span>
  );
  // biome-ignore lint/a11y/noLabelWithoutControl: the select is inside, in `box`
  return inlineLabel ? <label className={labelClass}>{box}</label> : box;
}
