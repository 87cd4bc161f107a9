import { messages } from "@cairn/contract";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";

interface ComingProps {
  /** False keeps the space reserved, so that nothing moves when the placeholders appear and disappear. */
  shown: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** Wraps placeholders for what is loading, and says so to screen readers. */
export function Coming({ shown, className, children }: ComingProps) {
  return (
    <div className={cx(className, !shown && kit.hidden)} role="status">
      <span className={kit.srOnly}>{messages.loading}</span>
      {children}
    </div>
  );
}
