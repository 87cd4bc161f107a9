import type { AllHTMLAttributes, ElementType, FormEvent, Ref } from "react";

/** Of the scale of spaces: 3 is 12 px. */
type Step = 1 | 2 | 3 | 4 | 5 | 6 | 8;

export interface BoxProps extends Omit<AllHTMLAttributes<HTMLElement>, "as" | "onSubmit" | "size" | "wrap"> {
  as?: ElementType;
  ref?: Ref<HTMLElement>;
  /** Of a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** Space above it, if the parent's gap does not give it. */
  above?: Step | undefined;
  /** Space between its parts. */
  gap?: Step | undefined;
}

/** What the layout components are made of: an element with its spaces (kit.module.css, layout.module.css). */
export const Box = ({ as: Element = "div", above, gap, ...rest }: BoxProps) => (
  <Element {...rest} data-above={above} data-gap={gap} />
);
