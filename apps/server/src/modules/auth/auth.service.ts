import type { CurrentUser, Login, Registration, SessionTokens } from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import { normaliseEmail } from "../../lib/email.ts";
import type { Limits } from "../../plugins/limits.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { UserService } from "../users/users.service.ts";
import { hashPassword, isRightPassword, refuseCommonPassword } from "./passwords.ts";
import type { Bearer, Sessions } from "./sessions.ts";
import { hashRefreshToken } from "./tokens.ts";

interface Dependencies {
  users: UserService;
  sessions: Sessions;
  limits: Limits;
  clock: Clock;
}

export function createAuthService({ users, sessions, limits, clock }: Dependencies) {
  return {
    async register(registration: Registration, address: string): Promise<SessionTokens> {
      refuseCommonPassword(registration.password);
      const from = addressKey(address);
      await limits.take("registerByAddress", from);
      const { id } = await users.create({
        name: registration.name.trim(),
        email: normaliseEmail(registration.email),
        phone: registration.phone?.trim() || null,
        role: registration.role,
        passwordHash: await hashPassword(registration.password),
        createdAt: clock(),
      });
      await limits.giveBack("registerByAddress", from);
      return { ...(await sessions.start(id)), role: registration.role, user_id: id };
    },

    /** An unknown e-mail and a wrong password read and last the same; a deactivated account says so only to its owner. */
    async login({ email, password }: Login, address: string): Promise<SessionTokens> {
      const account = normaliseEmail(email);
      const from = addressKey(address);
      await limits.take("loginByAddress", from);
      await limits.take("loginByAccount", account);
      const user = await users.findByEmail(account);
      ensure(await isRightPassword(user?.passwordHash ?? null, password), "wrong_credentials");
      await limits.giveBack("loginByAddress", from);
      await limits.giveBack("loginByAccount", account);
      if (!user) throw new AppError("wrong_credentials");
      ensure(user.active, "account_deactivated");
      return { ...(await sessions.start(user.id)), role: user.role, user_id: user.id };
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
    async hashNewPassword(password: string): Promise<string> {
      refuseCommonPassword(password);
      return hashPassword(password);
    },

    /**
     * Checks and hashes a new password. What is returned stores it as part of the caller's transaction and ends
     * all other sessions; what that returns is called after the commit.
     * @throws AppError naming the field for one of the commonest passwords.
     */
    async prepareNewPassword(bearer: Bearer, password: string) {
      refuseCommonPassword(password);
      const passwordHash = await hashPassword(password);
      return async (tx: Transaction): Promise<() => void> => {
        await users.setPasswordHash(tx, bearer.userId, passwordHash);
        return sessions.endOthers(tx, bearer);
      };
    },

    logout: (refreshToken: string): Promise<void> => sessions.end(refreshToken),
  };
}
export type AuthService = ReturnType<typeof createAuthService>;
