import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import * as css from "./button.module.css";
import { cx } from "./cx.ts";
import { Spinner } from "./LoadingLine.tsx";

export type ButtonKind =
  | "primary"
  | "secondary"
  | "soft"
  | "ghost"
  | "danger"
  | "quiet-ok"
  | "quiet-warn"
  | "quiet-danger";

const kinds = {
  primary: css.primary,
  secondary: css.secondary,
  soft: css.soft,
  ghost: css.ghost,
  danger: css.danger,
  "quiet-ok": css.quietOk,
  "quiet-warn": css.quietWarn,
  "quiet-danger": css.quietDanger,
} satisfies Record<ButtonKind, string | undefined>;

const sizes = { sm: css.sm, md: undefined, lg: css.lg };

interface ButtonLook {
  kind?: ButtonKind;
  size?: "sm" | "md" | "lg";
  /** Takes the whole width of its column, and is higher unless `plain`. */
  block?: boolean | "plain";
}

const buttonClass = (
  { kind = "secondary", size = "md", block }: ButtonLook,
  ...more: (string | undefined)[]
) => cx(css.root, kinds[kind], sizes[size], block && css.wide, block === true && css.block, ...more);

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** True while the action runs: disabled, with a spinner and `workingText` in place of the label. */
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
  // The hidden text still takes its space, so that the button keeps its width when the two swap.
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
        <span className={css.swap} data-absent={typeof absent === "string" ? absent : undefined}>
          <span className={css.swapText}>
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
  /** What the button does, for screen readers. */
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
      className={buttonClass({ kind, size }, css.icon, className)}
      aria-label={label}
      aria-busy={working || undefined}
      disabled={disabled || working}
    >
      {working ? <Spinner size={17} /> : icon}
    </button>
  );
}
