import type { Role } from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Database, Queries, Transaction } from "../../db/database.ts";
import type { Clock } from "../../lib/clock.ts";
import { currentWork } from "../../lib/work.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import type { UserService } from "../users/users.service.ts";
import {
  type AccountLink,
  deleteDeadLinks,
  deleteLinksOf,
  findAccountToConfirm,
  insertLink,
  lockAccountToConfirm,
  takePasswordLink,
} from "./account-links.repository.ts";
import { type AuthMails, linkDays } from "./auth-mails.ts";
import { hashToken, newToken } from "./secrets.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  mail: MailService;
  mails: AuthMails;
  rateLimits: RateLimits;
  clock: Clock;
}

interface Account {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
}

const linkLife = linkDays * 24 * 60 * 60 * 1000;

/**
 * Links that confirm an email (docs/rules.md#confirmed-emails, docs/rules.md#confirmation-by-a-press) or set a password. Only their hashes are stored.
 */
export function createAccountLinkService(dependencies: Dependencies) {
  const { db, users, listedAdmins, mail, mails, rateLimits, clock } = dependencies;

  async function add(on: Queries, link: Pick<AccountLink, "userId" | "purpose" | "email">): Promise<string> {
    const token = newToken();
    const expiresAt = new Date(clock().getTime() + linkLife);
    await insertLink(on, { ...link, tokenHash: hashToken(token), expiresAt });
    return token;
  }

  /**
   * Using the link proves ownership of the address `mailedTo`; null if the link is handed over in another way. Only the
   * newest link works.
   */
  async function addPasswordLink(on: Queries, userId: number, mailedTo: string | null): Promise<string> {
    await deleteLinksOf(on, userId, "setPassword");
    return mails.passwordLink(await add(on, { userId, purpose: "setPassword", email: mailedTo }));
  }

  /** Mails the link that confirms the account's email, as part of the caller's transaction. */
  async function mailConfirmation(tx: Transaction, { id, email, role }: Account): Promise<void> {
    const token = await add(tx, { userId: id, purpose: "confirmEmail", email });
    const text = mails.confirm(mails.confirmLink(token), role, listedAdmins.isListed(email));
    // All accounts that one address registers share one turn.
    await mail.queue(tx, { to: email, sender: currentWork().address ?? undefined, ...text });
  }

  return {
    mailConfirmation,

    /** Mails the link that sets the first password of an account that someone else opened for its owner. */
    async invite(tx: Transaction, { id, email, role }: Account): Promise<void> {
      const link = await addPasswordLink(tx, id, email);
      await mail.queue(tx, { to: email, ...mails.invitation(link, role) });
    },

    /** Mails the mailbox's owner that the account is now theirs alone, with a link to set its password. */
    async mailTakeover(tx: Transaction, userId: number, email: string): Promise<void> {
      const link = await addPasswordLink(tx, userId, email);
      await mail.queue(tx, { to: email, ...mails.takenOver(link) });
    },

    /** Notifies an account's previous address after an admin gave the account another one. */
    async mailFarewell(tx: Transaction, email: string): Promise<void> {
      await mail.queue(tx, { to: email, ...mails.addressReplaced() });
    },

    /** A link to hand over in person. It works once, for seven days, and replaces any earlier one. */
    createSetPasswordLink: (userId: number, on: Queries = db.query): Promise<string> =>
      addPasswordLink(on, userId, null),

    /**
     * Uses up the token and answers the user whose password it sets and the email that it proves; null for an invalid
     * token.
     */
    takePasswordToken: (tx: Transaction, token: string) =>
      takePasswordLink(tx, hashToken(token.trim()), clock()),

    dropPasswordLinks: (tx: Transaction, userId: number) => deleteLinksOf(tx, userId, "setPassword"),

    dropConfirmations: (tx: Transaction, userId: number) => deleteLinksOf(tx, userId, "confirmEmail"),
    dropAll: (tx: Transaction, userId: number) => deleteLinksOf(tx, userId),

    /** The account with an unconfirmed email that this token confirms; null for an invalid token. */
    accountToConfirm: (token: string) => findAccountToConfirm(db.query, hashToken(token.trim()), clock()),

    /** The same, locked: only one of several concurrent uses of the link gets it. */
    lockAccountToConfirm: (tx: Transaction, token: string) =>
      lockAccountToConfirm(tx, hashToken(token.trim()), clock()),

    /** Mails the link again; false if there is nothing left to confirm. */
    async requestConfirmation({ userId }: Bearer): Promise<boolean> {
      const account = await users.active(userId);
      if (account.emailConfirmedAt) return false;
      await rateLimits.take("confirmationByUser", String(userId));
      await db.transaction((tx) => mailConfirmation(tx, account));
      return true;
    },

    sweep: () => deleteDeadLinks(db.query, clock()),
  };
}
export type AccountLinkService = ReturnType<typeof createAccountLinkService>;
