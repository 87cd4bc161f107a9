import { Check } from "lucide-react";
import type { ComponentProps } from "react";
import * as css from "./checkbox.module.css";

type BoxProps = Omit<ComponentProps<"input">, "type" | "className">;

function Box(props: BoxProps) {
  return (
    <span className={css.root}>
      <input {...props} type="checkbox" />
      <Check size={14} />
    </span>
  );
}

/** A checkbox without a visible label, for tables. `label`: what is ticked, for screen readers. */
export const Checkbox = ({ label, ...rest }: BoxProps & { label: string }) => (
  <Box {...rest} aria-label={label} />
);

interface CheckboxFieldProps extends Omit<BoxProps, "onChange"> {
  label: string;
  /** Class of the element around box and label. */
  className: string | undefined;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox with its label beside it. */
export function CheckboxField({ label, className, lang, onChange, ...rest }: CheckboxFieldProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
    <label className={className} lang={lang}>
      <Box {...rest} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  );
}
