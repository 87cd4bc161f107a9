import type { User } from "./users.repository.ts";

/** An admin with the server's grant (D17). The role by itself gives no power. */
export const isVerifiedAdmin = (user: Pick<User, "role" | "verifiedAt" | "active">): boolean =>
  user.role === "Admin" && user.verifiedAt !== null && user.active;
