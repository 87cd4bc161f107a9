import type { CurrentUser, Login, Registration, Role, SessionTokens, WaitingAccount } from "@cairn/contract";
import { type Bearer, signedIn } from "../../calls/bearer.ts";
import type { Database, Transaction } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { normaliseEmail } from "../../lib/email.ts";
import { publicAddress } from "../../lib/public-address.ts";
import type { Limit, RateLimits } from "../../rate-limits/rate-limits.ts";
import type { InvitationService } from "../invitations/invitations.service.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import { isVerifiedAdmin } from "../users/users.policy.ts";
import type { NewUser, User, UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { Acquaintance, KnownPlaces } from "./known-places.ts";
import type { NewPasswords } from "./new-passwords.ts";
import { isRightPassword, refuseCommonPassword } from "./passwords.ts";
import type { Place } from "./place.ts";
import { deleteResetCodeOf } from "./reset.repository.ts";
import type { Sessions } from "./sessions.ts";
import { hashRefreshToken } from "./tokens.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  sessions: Sessions;
  links: AccountLinkService;
  passwords: NewPasswords;
  places: KnownPlaces;
  webhooks: Pick<WebhookService, "announce">;
  joining: Pick<InvitationService, "admit">;
  /** A keyed hash that lets the log tell accounts apart without naming them. */
  hashForLog(email: string): string;
  rateLimits: RateLimits;
  clock: Clock;
  log: { info(facts: object, message: string): void };
}

/**
 * The rate limits that a password attempt counts against. No one else can use up those of a browser that the account
 * knows.
 */
function countsOf(account: string, place: Place, known: Acquaintance): [Limit, string][] {
  if (known === "browser") return [["loginByPlace", `${account}\n${place.browser}`]];
  const own = countsOfAddress(account, place);
  return known === "address" ? own : [...own, ["loginByAccount", account]];
}

const countsOfAddress = (account: string, { address }: Place): [Limit, string][] => [
  ["loginByPlace", `${account}\n${address}`],
  ["loginByAddress", address],
];

export function createAuthService(dependencies: Dependencies) {
  const { db, users, listedAdmins, sessions, links, passwords, places, joining, webhooks } = dependencies;
  const { hashForLog, rateLimits, clock, log } = dependencies;

  const open = (account: NewUser, invitation: string | undefined) =>
    db.transaction(async (tx): Promise<{ id: number; role: Role; waits: boolean }> => {
      const { role: given, waits } = await joining.admit(tx, { email: account.email, invitation });
      const role = given ?? account.role;
      const waiting = waits ? { active: false, waitingSince: account.createdAt } : {};
      const created = await users.create({ ...account, role, ...waiting }, tx);
      if (!waits) await webhooks.announce(tx, { event: "member.joined", memberId: created.id });
      await links.mailConfirmation(tx, { email: account.email, role, ...created });
      return { ...created, role, waits };
    });

  /** The limit counts opened accounts, because each sends a mail to someone (docs/rules.md#quotas). */
  async function countOpened<Result>({ address }: Place, work: () => Promise<Result>): Promise<Result> {
    await rateLimits.take("registrationByAddress", address);
    try {
      return await work();
    } catch (error) {
      await rateLimits.giveBack("registrationByAddress", address);
      throw error;
    }
  }

  /**
   * Takes what the limits ask of a password attempt and returns it, with the account. A browser without a mark is
   * known by its address at best, so its limits are asked before the database.
   */
  async function countLogin(account: string, place: Place) {
    const certain = place.isMarked ? [] : countsOfAddress(account, place);
    for (const [limit, key] of certain) await rateLimits.take(limit, key);
    // Both are read for every email, whether or not there is such an account.
    const [known, user] = await Promise.all([places.know(account, place), users.findByEmail(account)]);
    const counts = countsOf(account, place, known);
    for (const [limit, key] of counts.slice(certain.length)) await rateLimits.take(limit, key);
    return { counts, user };
  }

  /** Counts tokens that nobody has against the address; beyond its limit only tokens that were good here are looked up. */
  async function lookUp<Result>(
    token: string,
    { address }: Place,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!sessions.wasGood(token)) await rateLimits.ensureLeft("refreshByAddress", address);
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === "session_ended") {
        await rateLimits.take("refreshByAddress", address);
      }
      throw error;
    }
  }

  return {
    /**
     * Opens an account and mails the link that confirms its email. Signing in does not require the confirmation
     * (docs/rules.md#confirmed-emails), but may require an admin's approval (docs/rules.md#who-may-join).
     */
    async register(
      registration: Registration,
      place: Place,
      userAgent: string | null,
    ): Promise<SessionTokens | WaitingAccount> {
      await refuseCommonPassword(registration.password);
      await rateLimits.take("registerByAddress", place.address);
      const { opened, account } = await countOpened(place, async () => {
        const account = {
          name: registration.name.trim(),
          email: normaliseEmail(registration.email),
          phone: registration.phone?.trim() || null,
          role: registration.role,
          passwordHash: await passwords.hash(registration.password),
          createdAt: clock(),
        };
        return { account, opened: await open(account, registration.invitation) };
      });
      await rateLimits.giveBack("registerByAddress", place.address);
      const { id, role, waits } = opened;
      if (waits) return { status: "waiting", message: waitingMessage };
      const records = places.recordsOf(account.email, place);
      const tokens = await sessions.start({
        userId: id,
        userAgent,
        passwordHash: account.passwordHash,
        places: records,
      });
      return { ...tokens, role, user_id: id };
    },

    /**
     * An unknown email and a wrong password get the same answer in the same time. Only the owner, who knows the
     * password, learns that an account is deactivated.
     */
    async login({ email, password }: Login, place: Place, userAgent: string | null): Promise<SessionTokens> {
      const account = normaliseEmail(email);
      const { counts, user } = await countLogin(account, place);
      const giveBack = async () => {
        for (const [limit, key] of counts) await rateLimits.giveBack(limit, key);
      };
      let isRight: boolean;
      try {
        isRight = await isRightPassword(user?.passwordHash ?? null, password);
      } catch (error) {
        await giveBack(); // It was not compared.
        throw error;
      }
      if (!isRight || !user?.passwordHash) {
        const facts = { event: "login_failed", account: hashForLog(account), address: place.ip };
        log.info(facts, "a password was wrong");
        throw new AppError("wrong_credentials");
      }
      await giveBack();
      ensure(user.waitingSince === null, "waiting_for_approval");
      ensure(user.active, "account_deactivated");
      const records = places.recordsOf(user.email, place);
      const tokens = await sessions.start({
        userId: user.id,
        userAgent,
        passwordHash: user.passwordHash,
        places: records,
      });
      return { ...tokens, role: user.role, user_id: user.id };
    },

    async me({ userId }: Bearer): Promise<CurrentUser> {
      const user = await users.find(userId);
      if (!user?.active) throw new AppError("session_ended");
      const { id, name, email, role, interests, avatarSmallKey } = user;
      const photo = avatarSmallKey && publicAddress(avatarSmallKey);
      return { id, name, email, role, verified: isVerifiedAdmin(user), interests, avatar_small_url: photo };
    },

    async refresh(refreshToken: string, place: Place): Promise<{ access_token: string }> {
      return lookUp(refreshToken, place, async () => {
        await rateLimits.take("refreshBySession", hashRefreshToken(refreshToken).toString("base64"));
        return { access_token: await sessions.refresh(refreshToken) };
      });
    },

    /** For an account that someone else opens. @throws AppError naming the field for a very common password. */
    hashNewPassword: (password: string): Promise<string> => passwords.hash(password),

    /**
     * Checks and hashes a new password. The returned function stores it in the caller's transaction, ends all other
     * sessions and mails a notice; call the function that it returns after the commit.
     * @throws AppError naming the field for a very common password.
     */
    async prepareNewPassword(bearer: Bearer, password: string) {
      const ownSession = signedIn(bearer);
      const passwordHash = await passwords.hash(password);
      return async (tx: Transaction): Promise<() => void> => {
        await passwords.store(tx, bearer.userId, passwordHash);
        return sessions.endOthers(tx, ownSession);
      };
    },

    /**
     * Someone has proven that they own the mailbox of an account whose email was never confirmed (docs/rules.md#accounts-that-were-never-confirmed).
     * Confirms the email and removes every password, session, provider, code and link of the person who registered it.
     * Call the returned function after the commit; null, with nothing changed, if the email was already confirmed.
     */
    async giveToMailboxOwner(tx: Transaction, userId: number): Promise<(() => void) | null> {
      if (!(await users.confirmWithoutPassword(tx, userId, clock()))) return null;
      await deleteResetCodeOf(tx, userId);
      await links.dropAll(tx, userId);
      await users.dropProviderAccounts(tx, userId);
      await listedAdmins.grant(tx, userId);
      return sessions.endAllOf(tx, userId);
    },

    /**
     * An admin gave the account another email. Invalidates everything that was mailed to the old address, ends all
     * sessions and notifies both addresses. Call the returned function after the commit.
     */
    async moveToMailbox(
      tx: Transaction,
      account: Pick<User, "id" | "email" | "role">,
      oldEmail: string,
    ): Promise<() => void> {
      await deleteResetCodeOf(tx, account.id);
      await links.dropAll(tx, account.id);
      await links.mailFarewell(tx, oldEmail);
      await links.mailConfirmation(tx, account);
      return sessions.endAllOf(tx, account.id);
    },

    /** The id of the provider that the session was signed in by; null for none. */
    logout: (refreshToken: string, place: Place): Promise<string | null> =>
      lookUp(refreshToken, place, () => sessions.end(refreshToken)),
  };
}
const waitingMessage =
  "Your account is waiting for an admin's approval. We will email you. Until then, please confirm your email address.";

export type AuthService = ReturnType<typeof createAuthService>;
