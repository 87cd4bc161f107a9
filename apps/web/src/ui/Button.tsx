import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import "./button.css";
import { cx } from "./cx.ts";
import { Spinner } from "./Spinner.tsx";

export type ButtonKind =
  | "primary"
  | "secondary"
  | "soft"
  | "ghost"
  | "danger"
  | "quiet-ok"
  | "quiet-warn"
  | "quiet-danger";

interface ButtonLook {
  kind?: ButtonKind;
  size?: "sm" | "md" | "lg";
  /** Takes the whole width of its column. */
  block?: boolean;
}

const buttonClass = (
  { kind = "secondary", size = "md", block }: ButtonLook,
  ...more: (string | undefined)[]
) => cx("btn", `btn-${kind}`, size !== "md" && `btn-${size}`, block && "btn-block", ...more);

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Under way: disabled, with a spinner and `workingText` in place of the label. */
  working?: boolean;
  workingText?: string;
}

/** A toggle is a Button with `aria-pressed`. */
export function Button({
  kind,
  size,
  block,
  working = false,
  workingText,
  disabled,
  className,
  children,
  type = "button",
  ...rest
}: ButtonProps) {
  // Whichever text is not shown still takes its room, so that the button keeps its width when they change places.
  const absent = working ? children : workingText;
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ kind, size, block }, className)}
      disabled={disabled || working}
      aria-busy={working || undefined}
    >
      {workingText === undefined ? (
        children
      ) : (
        <span className="btn-swap" data-absent={typeof absent === "string" ? absent : undefined}>
          <span className="btn-swap-text">
            {working && <Spinner size={17} />}
            {working ? workingText : children}
          </span>
        </span>
      )}
    </button>
  );
}

export function ButtonLink({
  kind,
  size,
  block,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return <Link {...rest} className={buttonClass({ kind, size, block }, className)} />;
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "workingText" | "aria-label" | "block"> {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
}

export function IconButton({
  label,
  icon,
  kind,
  size,
  working,
  className,
  disabled,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, size }, "btn-icon", className)}
      aria-label={label}
      aria-busy={working || undefined}
      disabled={disabled || working}
    >
      {working ? <Spinner size={17} /> : icon}
    </button>
  );
}
