import type { ContentStatus } from "@cairn/contract";
import { CircleCheck, Clock, Flag, Hourglass, PencilLine, Trash2 } from "lucide-react";
import { Badge } from "./Badge.tsx";

/** The contract's statuses, and the two words of the admin screens (docs/rules.md#d25). */
export type StatusWord = ContentStatus | "Approved" | "Waiting";

const looks = {
  Published: { kind: "success", icon: CircleCheck },
  Approved: { kind: "success", icon: CircleCheck },
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
