import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { useFieldControl } from "./Field.tsx";
import "./input.css";

export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const control = useFieldControl();
  return <textarea {...control} {...rest} rows={rows} className={cx("input textarea", className)} />;
}
