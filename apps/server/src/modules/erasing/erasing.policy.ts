import { isVerifiedAdmin } from "../users/users.policy.ts";

/** A site keeps at least one admin and, once it has one, at least one verified admin: neither can be erased. */
interface Account {
  readonly role: "Admin" | "TechWriter" | "User";
  readonly verifiedAt: Date | null;
  readonly active: boolean;
}

/** Who there is beside the account. */
export interface OtherAdmins {
  readonly isAdminLeft: boolean;
  readonly isVerifiedLeft: boolean;
}

/** Why the account may not be erased, as a sentence; null if it may. */
export function refusalOfErasing(
  account: Account,
  { isAdminLeft, isVerifiedLeft }: OtherAdmins,
): string | null {
  if (isVerifiedAdmin(account) && !isVerifiedLeft)
    return "This is the only verified admin. Verify another admin first.";
  if (account.role === "Admin" && !isAdminLeft)
    return "This is the only admin. Make another account an admin first.";
  return null;
}
