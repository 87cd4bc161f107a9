import type { AccountChange, Role } from "@cairn/contract";
import { normaliseEmail } from "../../lib/email.ts";

/**
 * A verified admin may change any account, but no one can take away their own power: the admin who makes a change stays
 * a verified admin, so at least one always remains.
 */
interface Account {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
  readonly verifiedAt: Date | null;
  readonly waitingSince: Date | null;
}

/** Why an admin may not make this change to their own account, as a sentence; null if the change is allowed. */
export function refusalOf(adminId: number, account: Account, change: AccountChange): string | null {
  if (adminId !== account.id) return null;
  if (change.active === false) return "You cannot deactivate yourself. Another admin has to.";
  if (change.verified === false) return "You cannot unverify yourself. Another admin has to.";
  if (hasNewEmail(account, change)) return "You cannot change your own email. Another admin has to.";
  if (change.role !== undefined && change.role !== "Admin") {
    return "You cannot take the Admin role from yourself. Another admin has to.";
  }
  return null;
}

export const hasNewEmail = (account: Account, { email }: AccountChange): boolean =>
  email !== undefined && normaliseEmail(email) !== account.email;

/**
 * When the grant was given, as of after the change. The grant is lost with the Admin role, and with a new email,
 * because the new mailbox may belong to someone else.
 */
export function grantAfter(account: Account, change: AccountChange, now: Date): Date | null {
  if (hasNewEmail(account, change)) return null;
  const isAdmin = (change.role ?? account.role) === "Admin";
  const isGranted = change.verified ?? account.verifiedAt !== null;
  return isAdmin && isGranted ? (account.verifiedAt ?? now) : null;
}

/** Lets an account in that waits for approval; activating it does the same. */
export const isLetIn = ({ approved, active }: AccountChange): boolean => approved === true || active === true;

/** Ends an account's wait for approval; deactivating it refuses it. */
export const isDecided = ({ approved, active }: AccountChange): boolean =>
  approved !== undefined || active !== undefined;

/** Whether the account waits, or is as the decision would make it. */
export const mayBeDecided = (account: Account, { approved }: AccountChange): boolean =>
  account.waitingSince !== null || (approved === true && account.active);
