import type { AdminActionKind } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { grantConfirmedAdmins } from "./users.repository.ts";

interface Dependencies {
  db: Database;
  /** ADMIN_EMAILS, as they are stored. */
  emails: readonly string[];
  clock: Clock;
  /** Notes it in the admins' activity. */
  note(tx: Transaction, action: Action): Promise<void>;
}

interface Action {
  readonly adminId: number;
  readonly kind: AdminActionKind;
  readonly subjectId: number;
  readonly subject: string;
  readonly doneAt: Date;
}

/**
 * Accounts with the role Admin whose e-mail is on the operator's list and confirmed hold the grant (D57). Whoever merely
 * types such an e-mail in gets nothing.
 */
export function createListedAdmins({ db, emails, clock, note }: Dependencies) {
  async function grantTo(tx: Transaction, userId: number | null): Promise<void> {
    if (emails.length === 0) return;
    const at = clock();
    for (const { id, name } of await grantConfirmedAdmins(tx, { emails, userId, at })) {
      // Nobody else decided it: it stands there as their own act.
      await note(tx, { adminId: id, kind: "userVerified", subjectId: id, subject: name, doneAt: at });
    }
  }

  return {
    isListed: (email: string): boolean => emails.includes(email),
    /** As part of the transaction that confirmed this account's e-mail. */
    grant: (tx: Transaction, userId: number): Promise<void> => grantTo(tx, userId),
    /** Those who were confirmed before they were listed. */
    grantAll: (): Promise<void> => db.transaction((tx) => grantTo(tx, null)),
  };
}
export type ListedAdmins = ReturnType<typeof createListedAdmins>;
