import { type ActivityKind, activityText } from "@cairn/contract";
import type { Activity } from "../../activity.ts";

const minute = 60_000;
const hour = 60 * minute;

/** Each with the time that has passed since. */
const lines: readonly [passed: number, kind: ActivityKind, subject: string][] = [
  [18 * minute, "contentApproved", "Reading a query plan"],
  [45 * minute, "userCreated", "Priya Raman"],
  [2 * hour, "contentFlagged", "Hashing passwords in ten minutes"],
  [25 * hour, "categoryCreated", "Artificial Intelligence"],
  [27 * hour, "userDeactivated", "Test Account"],
  [74 * hour, "contentRemoved", "Best free VPNs 2025"],
];

export const sampleActivity = (now: number): Activity[] =>
  lines.map(([passed, kind, subject], index) => ({
    id: lines.length - index,
    kind,
    time: new Date(now - passed).toISOString(),
    event: activityText(kind, subject),
  }));
