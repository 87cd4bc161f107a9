import type { User } from "./users.repository.ts";

/** An admin with the server's grant (docs/rules.md#roles-and-grants). The role by itself gives no power. */
export const isVerifiedAdmin = (user: Pick<User, "role" | "verifiedAt" | "active">): boolean =>
  user.role === "Admin" && user.verifiedAt !== null && user.active;

/** The member who asks, as far as rules about what they may see and do need to know. */
export interface Viewer {
  readonly userId: number;
  readonly verifiedAdmin: boolean;
}

export const toViewer = (user: User): Viewer => ({ userId: user.id, verifiedAdmin: isVerifiedAdmin(user) });

type Facts = Pick<User, "name" | "email" | "role">;

/**
 * The changes to an account as the activity records them, old and new values, because decisions show the current name.
 * null if nothing changed.
 */
export function changesOf(before: Facts, after: Facts): string | null {
  const changes = [
    before.name !== after.name && `name from “${before.name}” to “${after.name}”`,
    before.email !== after.email && `email from ${before.email} to ${after.email}`,
    before.role !== after.role && `role from ${before.role} to ${after.role}`,
  ].filter((change) => change !== false);
  return changes.length > 0 ? changes.join(", ") : null;
}

/**
 * Members may write and upload once they have confirmed their email (docs/rules.md#quotas). A verified admin may without
 * that.
 */
export const mayWrite = (user: Pick<User, "role" | "verifiedAt" | "active" | "emailConfirmedAt">): boolean =>
  user.emailConfirmedAt !== null || isVerifiedAdmin(user);
