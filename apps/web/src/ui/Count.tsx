import * as css from "./count.module.css";
import { cx } from "./cx.ts";
import * as layoutCss from "./layout.module.css";

interface CountProps {
  value: number;
  /** What is counted, for screen readers. */
  of: string;
  className?: string;
}

/** A number worth acting on, such as unread notifications; nothing at zero. */
export function Count({ value, of, className }: CountProps) {
  if (value <= 0) return null;
  return (
    <span className={cx(css.root, className)}>
      {value > 99 ? "99+" : value}
      <span className={layoutCss.srOnly}> {of}</span>
    </span>
  );
}
