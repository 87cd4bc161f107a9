import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import "./input.css";

interface TextInputProps extends ComponentProps<"input"> {
  /** Leading icon, decoration only. */
  icon?: ReactNode;
  /** A button inside the end of the box. */
  end?: ReactNode;
}

export function TextInput({ icon, end, className, type = "text", ...rest }: TextInputProps) {
  const control = useFieldControl();
  return (
    <div className={cx("input-wrap", Boolean(icon) && "has-icon", Boolean(end) && "has-end")}>
      {icon && <span className="input-icon">{icon}</span>}
      <input {...control} {...rest} type={type} className={cx("input", className)} />
      {end}
    </div>
  );
}
