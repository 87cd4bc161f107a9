import type { AccountChange, Role } from "@cairn/contract";

/**
 * A verified admin changes any account, but nobody takes their own power: whoever makes a change stays a verified
 * admin, so there is always one left.
 */
interface Account {
  readonly id: number;
  readonly role: Role;
  readonly active: boolean;
  readonly verifiedAt: Date | null;
}

/** What an admin may not do to themselves, in words; null when the change is fine. */
export function refusalOf(adminId: number, account: Account, change: AccountChange): string | null {
  if (adminId !== account.id) return null;
  if (change.active === false) return "You cannot deactivate yourself. Another admin has to.";
  if (change.verified === false) return "You cannot unverify yourself. Another admin has to.";
  if (change.role !== undefined && change.role !== "Admin") {
    return "You cannot take the Admin role from yourself. Another admin has to.";
  }
  return null;
}

/** When the grant was given, after the change: it stays with the role and goes with it. */
export function grantAfter(account: Account, change: AccountChange, now: Date): Date | null {
  const isAdmin = (change.role ?? account.role) === "Admin";
  const isGranted = change.verified ?? account.verifiedAt !== null;
  return isAdmin && isGranted ? (account.verifiedAt ?? now) : null;
}
