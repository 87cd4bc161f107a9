import type { Database, Queries } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { normaliseEmail } from "../../lib/email.ts";
import { mayWrite, toViewer, type Viewer } from "./users.policy.ts";
import {
  confirmEmail,
  confirmWithoutPassword,
  dropProviderAccounts,
  findUser,
  findUserByEmail,
  insertUser,
  type NewUser,
  setPasswordHash,
  setRole,
  type User,
} from "./users.repository.ts";

export type { NewUser, User } from "./users.repository.ts";

interface Dependencies {
  readonly db: Database;
  /** Whether writing and uploading require a confirmed email (docs/rules.md#quotas). */
  readonly confirmedEmailToWrite: boolean;
}

export function createUserService({ db, confirmedEmailToWrite }: Dependencies) {
  /**
   * The acting user. @throws AppError session_ended if the account was deactivated after they signed in
   * (docs/rules.md#deactivated-accounts).
   */
  async function active(id: number, on: Queries = db.query): Promise<User> {
    const user = await findUser(on, id);
    if (!user?.active) throw new AppError("session_ended");
    return user;
  }

  return {
    /** @throws AppError email_taken with the suggestion to log in (docs/rules.md#known-emails). */
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
    find: (id: number, on: Queries = db.query): Promise<User | null> => findUser(on, id),
    setPasswordHash,
    setRole,
    confirmEmail,
    confirmWithoutPassword,
    dropProviderAccounts,

    active,

    /** The acting user as a viewer. @throws AppError session_ended, as `active` */
    viewer: async (id: number): Promise<Viewer> => toViewer(await active(id)),

    /** Who reads what is public: null without a bearer, and for a deactivated account. */
    async viewerOf(bearer: { readonly userId: number } | null): Promise<Viewer | null> {
      const user = bearer && (await findUser(db.query, bearer.userId));
      return user?.active ? toViewer(user) : null;
    },

    /** @throws AppError email_unconfirmed for a member who has not confirmed their email yet. */
    async ensureMayWrite(id: number): Promise<void> {
      if (!confirmedEmailToWrite) return;
      ensure(mayWrite(await active(id)), "email_unconfirmed");
    },
  };
}
export type UserService = ReturnType<typeof createUserService>;
