import type { Database } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import { findUser, findUserByEmail, insertUser, type NewUser, type User } from "./users.repository.ts";

export type { User } from "./users.repository.ts";

/** An e-mail as it is stored and compared: nobody has two accounts by typing it in capitals. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export function createUserService({ db }: { db: Database }) {
  return {
    /** @throws AppError email_taken with the suggestion to log in (D22). */
    async create(user: NewUser): Promise<{ id: number }> {
      try {
        return await insertUser(db.query, user);
      } catch (error) {
        if (!violates(error, "users_email_unique")) throw error;
        throw new AppError("email_taken", { suggestion: "login" });
      }
    },

    findByEmail: (email: string): Promise<User | null> => findUserByEmail(db.query, normaliseEmail(email)),
    find: (id: number): Promise<User | null> => findUser(db.query, id),

    /** Who acts. @throws AppError session_ended when the account was deactivated since they signed in (D21). */
    async active(id: number): Promise<User> {
      const user = await findUser(db.query, id);
      if (!user?.active) throw new AppError("session_ended");
      return user;
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;

/** An admin with the server's grant (D17). The role by itself gives no power. */
export const isVerifiedAdmin = (user: Pick<User, "role" | "verifiedAt" | "active">): boolean =>
  user.role === "Admin" && user.verifiedAt !== null && user.active;
