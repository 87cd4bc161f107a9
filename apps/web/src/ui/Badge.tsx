import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import * as css from "./badge.module.css";
import { cx } from "./cx.ts";
import * as toneCss from "./tone.module.css";

/** The colours of a message or mark by what it means. */
export const tones = {
  neutral: toneCss.neutral,
  info: toneCss.info,
  success: toneCss.success,
  warn: toneCss.warn,
  danger: toneCss.danger,
};

interface BadgeProps {
  kind: keyof typeof tones;
  icon?: LucideIcon;
  className?: string;
  children: ReactNode;
}

export function Badge({ kind, icon: Icon, className, children }: BadgeProps) {
  return (
    <span className={cx(css.root, tones[kind], className)}>
      {Icon && <Icon size={13} />}
      {children}
    </span>
  );
}
