import type { ActivityKind } from "@cairn/contract";

export interface Activity {
  id: number | string;
  kind: ActivityKind;
  /** ISO 8601. */
  time: string;
  event: string;
}
