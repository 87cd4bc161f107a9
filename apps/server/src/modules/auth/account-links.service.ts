import type { Role } from "@cairn/contract";
import type { Database, Queries, Transaction } from "../../db/database.ts";
import { ensure } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import type { UserService } from "../users/users.service.ts";
import {
  type AccountLink,
  deleteDeadLinks,
  deleteLinksOf,
  findConfirmingLink,
  insertLink,
  takePasswordLink,
} from "./account-links.repository.ts";
import { type AuthMails, linkDays } from "./auth-mails.ts";
import { hashToken, newToken } from "./secrets.ts";
import type { Bearer } from "./sessions.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  mail: MailService;
  mails: AuthMails;
  limits: Limits;
  clock: Clock;
}

interface Account {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
}

const linkLife = linkDays * 24 * 60 * 60 * 1000;

/** Links that confirm an e-mail (D57) or set a password, known here by their hashes alone. */
export function createAccountLinkService(dependencies: Dependencies) {
  const { db, users, listedAdmins, mail, mails, limits, clock } = dependencies;

  async function add(on: Queries, link: Pick<AccountLink, "userId" | "purpose" | "email">): Promise<string> {
    const token = newToken();
    const expiresAt = new Date(clock().getTime() + linkLife);
    await insertLink(on, { ...link, tokenHash: hashToken(token), expiresAt });
    return token;
  }

  /** Using it proves the address `mailedTo`; null where it is handed over in another way. The newest alone works. */
  async function addPasswordLink(on: Queries, userId: number, mailedTo: string | null): Promise<string> {
    await deleteLinksOf(on, userId, "setPassword");
    return mails.passwordLink(await add(on, { userId, purpose: "setPassword", email: mailedTo }));
  }

  /** Mails the link that confirms the account's e-mail, as part of the caller's transaction. */
  async function mailConfirmation(tx: Transaction, { id, email, role }: Account): Promise<void> {
    const token = await add(tx, { userId: id, purpose: "confirmEmail", email });
    const text = mails.confirm(mails.confirmLink(token), role, listedAdmins.isListed(email));
    await mail.queue(tx, { to: email, ...text });
  }

  return {
    mailConfirmation,

    /** Mails the link that sets the first password of an account which somebody else has opened. */
    async invite(tx: Transaction, { id, email, role }: Account): Promise<void> {
      const link = await addPasswordLink(tx, id, email);
      await mail.queue(tx, { to: email, ...mails.invitation(link, role) });
    },

    /** A link to hand over: good once, for seven days, in place of any before it. */
    createSetPasswordLink: (userId: number, on: Queries = db.query): Promise<string> =>
      addPasswordLink(on, userId, null),

    /** Whose password this token sets, and which e-mail it proves; it is used up. null for a dead one. */
    takePasswordToken: (tx: Transaction, token: string) =>
      takePasswordLink(tx, hashToken(token.trim()), clock()),

    dropPasswordLinks: (tx: Transaction, userId: number) => deleteLinksOf(tx, userId, "setPassword"),

    /** Confirms an e-mail; a second time changes nothing. @throws AppError link_invalid. */
    async confirm(token: string, address: string): Promise<void> {
      const from = addressKey(address);
      await limits.take("codeByAddress", from);
      await db.transaction(async (tx) => {
        const at = clock();
        const link = await findConfirmingLink(tx, hashToken(token.trim()), at);
        ensure(link?.email, "link_invalid");
        ensure(await users.confirmEmail(tx, link.userId, link.email, at), "link_invalid");
        await listedAdmins.grant(tx, link.userId);
      });
      await limits.giveBack("codeByAddress", from);
    },

    /** Mails the link once more; false where there is nothing left to confirm. */
    async requestConfirmation({ userId }: Bearer): Promise<boolean> {
      const account = await users.active(userId);
      if (account.emailConfirmedAt) return false;
      await limits.take("confirmationByUser", String(userId));
      await db.transaction((tx) => mailConfirmation(tx, account));
      return true;
    },

    sweep: () => deleteDeadLinks(db.query, clock()),
  };
}
export type AccountLinkService = ReturnType<typeof createAccountLinkService>;
