import type { Database, Queries } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import { normaliseEmail } from "../../lib/email.ts";
import {
  confirmEmail,
  confirmWithoutPassword,
  findUser,
  findUserByEmail,
  insertUser,
  type NewUser,
  setPasswordHash,
  type User,
} from "./users.repository.ts";

export type { User } from "./users.repository.ts";

export function createUserService({ db }: { db: Database }) {
  return {
    /** @throws AppError email_taken with the suggestion to log in (D22). */
    async create(user: NewUser, on: Queries = db.query): Promise<{ id: number }> {
      try {
        return await insertUser(on, user);
      } catch (error) {
        if (!violates(error, "users_email_unique")) throw error;
        throw new AppError("email_taken", { suggestion: "login" });
      }
    },

    findByEmail: (email: string, on: Queries = db.query): Promise<User | null> =>
      findUserByEmail(on, normaliseEmail(email)),
    find: (id: number): Promise<User | null> => findUser(db.query, id),
    setPasswordHash,
    confirmEmail,
    confirmWithoutPassword,

    /** Who acts. @throws AppError session_ended when the account was deactivated since they signed in (D21). */
    async active(id: number): Promise<User> {
      const user = await findUser(db.query, id);
      if (!user?.active) throw new AppError("session_ended");
      return user;
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;
