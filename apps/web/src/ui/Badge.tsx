import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./badge.css";

interface BadgeProps {
  kind: "neutral" | "info" | "success" | "warn" | "danger";
  icon?: LucideIcon;
  children: ReactNode;
}

export function Badge({ kind, icon: Icon, children }: BadgeProps) {
  return (
    <span className={`badge badge-${kind}`}>
      {Icon && <Icon size={13} />}
      {children}
    </span>
  );
}
