import type { AdminActionKind } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { grantConfirmedAdmins } from "./users.repository.ts";

interface Dependencies {
  db: Database;
  /** ADMIN_EMAILS, in the form in which emails are stored. */
  emails: readonly string[];
  clock: Clock;
  /** Records the grant in the admins' activity. */
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
 * Grants verification to accounts with the role Admin whose email is confirmed and on the operator's list
 * (docs/rules.md#confirmed-emails), unless the grant was revoked (docs/rules.md#confirmation-by-a-press). Merely typing in such an email grants
 * nothing.
 */
export function createListedAdmins({ db, emails, clock, note }: Dependencies) {
  async function grantTo(tx: Transaction, userId: number | null): Promise<void> {
    if (emails.length === 0) return;
    const at = clock();
    for (const { id, name } of await grantConfirmedAdmins(tx, { emails, userId, at })) {
      // No other admin decided this, so it is recorded as their own act.
      await note(tx, { adminId: id, kind: "userVerified", subjectId: id, subject: name, doneAt: at });
    }
  }

  return {
    isListed: (email: string): boolean => emails.includes(email),
    /** Runs in the transaction that confirmed this account's email. */
    grant: (tx: Transaction, userId: number): Promise<void> => grantTo(tx, userId),
    /** Covers accounts whose email was confirmed before it was listed. */
    grantAll: (): Promise<void> => db.transaction((tx) => grantTo(tx, null)),
  };
}
export type ListedAdmins = ReturnType<typeof createListedAdmins>;
