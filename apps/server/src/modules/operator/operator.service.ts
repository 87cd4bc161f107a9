import type { Role } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { normaliseEmail } from "../../lib/email.ts";
import type { Verification } from "../ledger/ledger-verifier.ts";
import type { User, UserService } from "../users/users.service.ts";
import { accountsOfRole, grantVerification } from "./operator.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  clock: Clock;
  /** A one-time link with which the account's owner sets a password. */
  createSetPasswordLink(userId: number): Promise<string>;
  verifyLedger(): Promise<Verification>;
}

export interface NewOperatorAccount {
  readonly email: string;
  readonly accountName?: string;
  readonly role: Role;
}

/** Lines of the longest list; a school with more accounts of a role looks at the admins' screens. */
const listed = 1_000;

/** What the machine's owner may do without an account: the command line (contract, `npm run admin`). */
export function createOperatorService(dependencies: Dependencies) {
  const { db, users, clock, createSetPasswordLink, verifyLedger } = dependencies;

  /** @throws AppError user_not_found naming the e-mail. */
  async function accountOf(email: string): Promise<User> {
    const user = await users.findByEmail(email);
    if (!user)
      throw new AppError("user_not_found", { sentence: `There is no account of ${normaliseEmail(email)}.` });
    return user;
  }

  return {
    /** @returns the link to set the password. @throws AppError email_taken. */
    async create({ email, accountName, role }: NewOperatorAccount): Promise<string> {
      const address = normaliseEmail(email);
      const [localPart = address] = address.split("@");
      const { id } = await users.create({
        name: accountName?.trim() || localPart,
        email: address,
        phone: null,
        role,
        passwordHash: null,
        createdAt: clock(),
      });
      return createSetPasswordLink(id);
    },

    /** @returns false where the grant was there before. @throws AppError not_allowed for another role. */
    async verify(email: string): Promise<boolean> {
      const user = await accountOf(email);
      if (user.role !== "Admin") {
        const sentence = `${user.email} has the role ${user.role}: only an Admin can be verified.`;
        throw new AppError("not_allowed", { sentence });
      }
      if (user.verifiedAt) return false;
      await grantVerification(db.query, user.id, clock());
      return true;
    },

    /** @returns the link. The password of now stays good until the link is used. */
    resetPassword: async (email: string): Promise<string> =>
      createSetPasswordLink((await accountOf(email)).id),

    list: (role: Role) => accountsOfRole(db.query, role, listed),

    verifyLedger,
  };
}
export type OperatorService = ReturnType<typeof createOperatorService>;
