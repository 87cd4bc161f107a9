import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AccountLinkService } from "../auth/account-links.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { NewUser, UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import type { Identity, ProviderTerms } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { firstSignInNotice } from "./social-login.mails.ts";
import { emailOf, nameFrom, refuseDomain, wayInto } from "./social-login.policy.ts";
import {
  insertProviderAccount,
  lockAccountByEmail,
  lockJoinedAccount,
  touchProviderAccount,
} from "./social-login.repository.ts";

/** Of an account that a provider opens. */
const role = "User";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "create">;
  auth: Pick<AuthService, "giveToMailboxOwner">;
  links: Pick<AccountLinkService, "mailConfirmation">;
  mail: Pick<MailService, "queue">;
  webhooks: Pick<WebhookService, "announce">;
  clock: Clock;
  publicUrl: string;
}

/**
 * Decides which account an identity opens. A new identity is linked to an existing account or gets a new one, and the
 * owner is notified by mail.
 */
export function createAdmission({ db, users, auth, links, mail, webhooks, clock, publicUrl }: Dependencies) {
  async function enter(tx: Transaction, terms: ProviderTerms, identity: Identity) {
    const at = clock();
    const subject = { issuer: identity.issuer, subject: identity.subject };
    const email = emailOf(identity);
    refuseDomain(email, terms);
    const joined = await lockJoinedAccount(tx, subject);
    if (joined) {
      if (!joined.active) throw new SignInRefused("deactivated");
      await touchProviderAccount(tx, subject, at);
      return { userId: joined.id, afterCommit: null };
    }

    if (email === null) throw new SignInRefused("emailMissing");
    const found = await lockAccountByEmail(tx, email);
    const way = wayInto(identity, terms, found);
    const account = { name: nameFrom(identity, email), email, createdAt: at };
    const { id: userId } =
      found ?? (await open(tx, way === "ask" ? account : { ...account, emailConfirmedAt: at }));
    const afterCommit = way === "claim" ? await auth.giveToMailboxOwner(tx, userId) : null;
    await insertProviderAccount(tx, { ...subject, provider: terms.id }, userId, at);
    if (way === "ask") await links.mailConfirmation(tx, { id: userId, email, role });
    else await mail.queue(tx, { to: email, ...firstSignInNotice(way, terms.name, publicUrl) });
    return { userId, afterCommit };
  }

  async function open(
    tx: Transaction,
    account: Pick<NewUser, "name" | "email" | "createdAt" | "emailConfirmedAt">,
  ): Promise<{ id: number }> {
    const created = await users.create({ ...account, phone: null, role, passwordHash: null }, tx);
    await webhooks.announce(tx, { event: "member.joined", memberId: created.id });
    return created;
  }

  return {
    /** The account's id. @throws SignInRefused. */
    async admit(terms: ProviderTerms, identity: Identity): Promise<number> {
      const attempt = () => db.transaction((tx) => enter(tx, terms, identity));
      const { userId, afterCommit } = await attempt().catch((error: unknown) => {
        // A concurrent call stored it first; the second attempt finds it.
        if (isTaken(error)) return attempt();
        throw error;
      });
      afterCommit?.();
      return userId;
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;

const isTaken = (error: unknown): boolean =>
  (error instanceof AppError && error.code === "email_taken") || violates(error, "provider_accounts_pkey");
