import type { CurrentUser, Login, Registration, SessionTokens } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import { normaliseEmail } from "../../lib/email.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { NewPasswords } from "./new-passwords.ts";
import { isRightPassword, refuseCommonPassword } from "./passwords.ts";
import { deleteResetCodeOf } from "./reset.repository.ts";
import type { Bearer, Sessions } from "./sessions.ts";
import { hashRefreshToken } from "./tokens.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  sessions: Sessions;
  links: AccountLinkService;
  passwords: NewPasswords;
  limits: Limits;
  clock: Clock;
}

export function createAuthService(dependencies: Dependencies) {
  const { db, users, listedAdmins, sessions, links, passwords, limits, clock } = dependencies;

  return {
    /** Opens an account and mails the link that confirms its e-mail; signing in does not wait for that (D57). */
    async register(
      registration: Registration,
      address: string,
      userAgent: string | null,
    ): Promise<SessionTokens> {
      await refuseCommonPassword(registration.password);
      const from = addressKey(address);
      await limits.take("registerByAddress", from);
      const account = {
        name: registration.name.trim(),
        email: normaliseEmail(registration.email),
        phone: registration.phone?.trim() || null,
        role: registration.role,
        passwordHash: await passwords.hash(registration.password),
        createdAt: clock(),
      };
      const id = await db.transaction(async (tx) => {
        const created = await users.create(account, tx);
        await links.mailConfirmation(tx, { ...account, ...created });
        return created.id;
      });
      await limits.giveBack("registerByAddress", from);
      const tokens = await sessions.start(id, userAgent, account.passwordHash);
      return { ...tokens, role: registration.role, user_id: id };
    },

    /** An unknown e-mail and a wrong password read and last the same; a deactivated account says so only to its owner. */
    async login(
      { email, password }: Login,
      address: string,
      userAgent: string | null,
    ): Promise<SessionTokens> {
      const account = normaliseEmail(email);
      const from = addressKey(address);
      await limits.take("loginByAddress", from);
      await limits.take("loginByAccount", account);
      const user = await users.findByEmail(account);
      ensure(await isRightPassword(user?.passwordHash ?? null, password), "wrong_credentials");
      await limits.giveBack("loginByAddress", from);
      await limits.giveBack("loginByAccount", account);
      if (!user?.passwordHash) throw new AppError("wrong_credentials");
      ensure(user.active, "account_deactivated");
      const tokens = await sessions.start(user.id, userAgent, user.passwordHash);
      return { ...tokens, role: user.role, user_id: user.id };
    },

    async me({ userId }: Bearer): Promise<CurrentUser> {
      const user = await users.find(userId);
      if (!user?.active) throw new AppError("session_ended");
      const { id, name, email, role, interests } = user;
      return { id, name, email, role, verified: isVerifiedAdmin(user), interests };
    },

    async refresh(refreshToken: string): Promise<{ access_token: string }> {
      await limits.take("refreshBySession", hashRefreshToken(refreshToken).toString("base64"));
      return { access_token: await sessions.refresh(refreshToken) };
    },

    /** For an account that somebody else opens. @throws AppError naming the field for one of the commonest passwords. */
    hashNewPassword: (password: string): Promise<string> => passwords.hash(password),

    /**
     * Checks and hashes a new password. What is returned stores it as part of the caller's transaction, ends all
     * other sessions and mails a notice; what that returns is called after the commit.
     * @throws AppError naming the field for one of the commonest passwords.
     */
    async prepareNewPassword(bearer: Bearer, password: string) {
      const passwordHash = await passwords.hash(password);
      return async (tx: Transaction): Promise<() => void> => {
        await passwords.store(tx, bearer.userId, passwordHash);
        return sessions.endOthers(tx, bearer);
      };
    },

    /**
     * Somebody else has proven to own the mailbox of an account whose e-mail was never confirmed (D58): the e-mail is
     * confirmed, and whoever registered it keeps no password, no session, no code and no link. What is returned is
     * called after the commit; null, and nothing done, where the e-mail was confirmed before.
     */
    async giveToMailboxOwner(tx: Transaction, userId: number): Promise<(() => void) | null> {
      if (!(await users.confirmWithoutPassword(tx, userId, clock()))) return null;
      await deleteResetCodeOf(tx, userId);
      await links.dropPasswordLinks(tx, userId);
      await listedAdmins.grant(tx, userId);
      return sessions.endAllOf(tx, userId);
    },

    logout: (refreshToken: string): Promise<void> => sessions.end(refreshToken),
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
