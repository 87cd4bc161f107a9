import type { AllHTMLAttributes, ElementType, Ref } from "react";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";

const gaps = {
  1: kit.gap1,
  2: kit.gap2,
  3: kit.gap3,
  4: kit.gap4,
  5: kit.gap5,
  6: kit.gap6,
  8: kit.gap8,
};
/** Of the scale of spaces: 3 is 12 px. */
type Step = keyof typeof gaps;

export interface BoxProps extends Omit<AllHTMLAttributes<HTMLElement>, "as" | "size" | "wrap"> {
  as?: ElementType;
  ref?: Ref<HTMLElement>;
  /** Space above it, if the parent's gap does not give it. */
  above?: Step | undefined;
  /** Space between its parts. */
  gap?: Step | undefined;
}

/** What the layout components are made of: an element with its spaces. */
export const Box = ({ as: Element = "div", above, gap, className, ...rest }: BoxProps) => (
  <Element {...rest} data-above={above} className={cx(className, gap && gaps[gap]) || undefined} />
);
