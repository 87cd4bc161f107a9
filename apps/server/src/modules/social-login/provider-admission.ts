import { type ProviderName, providerTitle } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import type { Identity } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { firstSignInNotice } from "./social-login.mails.ts";
import { nameFrom, verifiedEmail, wayInto } from "./social-login.policy.ts";
import {
  insertProviderAccount,
  lockAccountByEmail,
  lockJoinedAccount,
  touchProviderAccount,
} from "./social-login.repository.ts";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "create">;
  auth: Pick<AuthService, "giveToMailboxOwner">;
  mail: Pick<MailService, "queue">;
  webhooks: Pick<WebhookService, "announce">;
  clock: Clock;
  publicUrl: string;
}

/**
 * Decides which account an identity opens. A new identity is linked to an existing account or gets a new one, and the
 * owner is notified by mail.
 */
export function createAdmission({ db, users, auth, mail, webhooks, clock, publicUrl }: Dependencies) {
  async function enter(tx: Transaction, provider: ProviderName, identity: Identity) {
    const at = clock();
    const subject = { provider, issuer: identity.issuer, subject: identity.subject };
    const joined = await lockJoinedAccount(tx, subject);
    if (joined) {
      if (!joined.active) throw new SignInRefused("deactivated");
      await touchProviderAccount(tx, subject, at);
      return { userId: joined.id, afterCommit: null };
    }

    const email = verifiedEmail(identity);
    const found = await lockAccountByEmail(tx, email);
    const way = wayInto(found);
    const { id: userId } = found ?? (await open(tx, nameFrom(identity, email), email, at));
    const afterCommit = way === "claim" ? await auth.giveToMailboxOwner(tx, userId) : null;
    await insertProviderAccount(tx, subject, userId, at);
    await mail.queue(tx, { to: email, ...firstSignInNotice(way, providerTitle[provider], publicUrl) });
    return { userId, afterCommit };
  }

  async function open(tx: Transaction, name: string, email: string, at: Date): Promise<{ id: number }> {
    const account = { name, email, phone: null, role: "User", passwordHash: null } as const;
    const created = await users.create({ ...account, emailConfirmedAt: at, createdAt: at }, tx);
    await webhooks.announce(tx, { event: "member.joined", memberId: created.id });
    return created;
  }

  return {
    /** The account's id. @throws SignInRefused. */
    async admit(provider: ProviderName, identity: Identity): Promise<number> {
      const attempt = () => db.transaction((tx) => enter(tx, provider, identity));
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
