import type { AdminActionKind } from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import { adminActions } from "../../db/schema.ts";

export interface AdminAction {
  readonly adminId: number;
  readonly kind: AdminActionKind;
  readonly subjectId: number;
  /** Its name at the time. */
  readonly subject: string;
  readonly doneAt: Date;
}

/** Notes what an admin did, in the transaction that does it. */
export async function noteAction(tx: Transaction, action: AdminAction): Promise<void> {
  await tx.insert(adminActions).values(action);
}
