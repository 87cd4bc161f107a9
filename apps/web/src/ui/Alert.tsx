import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import * as css from "./alert.module.css";
import { cx } from "./cx.ts";
import * as fieldCss from "./field.module.css";
import * as toneCss from "./tone.module.css";

/** The colours of a message or mark by what it means. */
export const tones = {
  info: toneCss.info,
  success: toneCss.success,
  warn: toneCss.warn,
  danger: toneCss.danger,
};

const icons = { danger: CircleAlert, success: CircleCheck, warn: TriangleAlert, info: Info };

export type AlertKind = keyof typeof icons;

interface AlertProps {
  kind: AlertKind;
  title?: string | undefined;
  className?: string;
  /** One paragraph. Without it and without children there is no message. */
  text?: string | null | undefined;
  children?: ReactNode;
}

/** A message that belongs to a page or form. Danger interrupts a screen reader, the others wait for a pause. */
export function Alert({ kind, title, className, text, children }: AlertProps) {
  if (!text && children === undefined) return null;
  const Icon = icons[kind];
  return (
    <div className={cx(css.root, tones[kind], className)} role={kind === "danger" ? "alert" : "status"}>
      <Icon size={18} />
      <div>
        {title && <b>{title}</b>}
        {text && <p>{text}</p>}
        {children}
      </div>
    </div>
  );
}

interface FailureAlertProps {
  failure: { text: string; hint?: string | undefined };
}

/** Why a form's call failed, and what can be done about it. It comes into view: the button may be a screen further down. */
export function FailureAlert({ failure }: FailureAlertProps) {
  const line = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure comes into view
  useEffect(() => {
    line.current?.scrollIntoView?.({ block: "nearest" });
  }, [failure]);
  return (
    <Alert kind="danger" className={css.isFailure}>
      <p ref={line}>{failure.text}</p>
      {failure.hint && <p>{failure.hint}</p>}
    </Alert>
  );
}

/** Why the last action failed, below what started it; a screen reader says it at once. */
export function FailureLine({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p className={fieldCss.errorText} role="alert">
      {text}
    </p>
  );
}
