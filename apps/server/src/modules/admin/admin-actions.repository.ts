import type { AdminActionKind } from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import { adminActions } from "../../db/schema.ts";

export interface AdminAction {
  readonly adminId: number;
  readonly kind: AdminActionKind;
  readonly subjectId: number;
  /** The subject's name at the time of the action. */
  readonly subject: string;
  /** What changed: old and new values in words. */
  readonly changes?: string | null;
  readonly doneAt: Date;
}

/** Records an admin action in the transaction that performs it. */
export async function noteAction(tx: Transaction, action: AdminAction): Promise<void> {
  await tx.insert(adminActions).values(action);
}
