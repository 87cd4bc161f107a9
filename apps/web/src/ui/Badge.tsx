import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import * as css from "./badge.module.css";
import { cx } from "./cx.ts";
import { tones } from "./tones.ts";

interface BadgeProps {
  kind: "neutral" | "info" | "success" | "warn" | "danger";
  icon?: LucideIcon;
  children: ReactNode;
}

export function Badge({ kind, icon: Icon, children }: BadgeProps) {
  return (
    <span className={cx(css.root, kind === "neutral" ? css.neutral : tones[kind])}>
      {Icon && <Icon size={13} />}
      {children}
    </span>
  );
}
