import type { ContentStatus } from "@cairn/contract";
import { CircleCheck, Clock, Flag, Hourglass, type LucideIcon, PencilLine, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { tones } from "./Alert.tsx";
import * as css from "./badge.module.css";
import * as countCss from "./count.module.css";
import { cx } from "./cx.ts";
import * as kit from "./kit.module.css";

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

/** The contract's statuses, and the words of the admin screens (docs/rules.md#statuses, docs/rules.md#decisions-on-the-desk). */
export type StatusWord = ContentStatus | "Approved" | "Approved, edit waiting" | "Waiting";

const looks = {
  Published: { kind: "success", icon: CircleCheck },
  Approved: { kind: "success", icon: CircleCheck },
  "Approved, edit waiting": { kind: "warn", icon: Clock },
  Pending: { kind: "warn", icon: Clock },
  Waiting: { kind: "neutral", icon: Hourglass },
  Flagged: { kind: "danger", icon: Flag },
  Draft: { kind: "neutral", icon: PencilLine },
  Removed: { kind: "neutral", icon: Trash2 },
} as const satisfies Record<StatusWord, unknown>;

/** An item's status. Verification is separate: a published row may carry the verified mark as well. */
export function StatusBadge({ status }: { status: StatusWord }) {
  return <Badge {...looks[status]}>{status}</Badge>;
}

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
    <span className={cx(countCss.root, className)}>
      {value > 99 ? "99+" : value}
      <span className={kit.srOnly}> {of}</span>
    </span>
  );
}
