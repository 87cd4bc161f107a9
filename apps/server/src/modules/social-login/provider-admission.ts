import { type ErrorCode, type ProviderName, providerTitle, type SignInRefusal } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Site } from "../../lib/site-look.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { InvitationService } from "../invitations/invitations.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { Identity } from "./provider.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { firstSignInNotice } from "./social-login.mails.ts";
import { ensureOpen, nameFrom, verifiedEmail, wayInto } from "./social-login.policy.ts";
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
  joining: Pick<InvitationService, "admit">;
  site: Site;
  clock: Clock;
  publicUrl: string;
}

/**
 * Decides which account an identity opens. A new identity is linked to an existing account or gets a new one, and the
 * owner is notified by mail.
 */
export function createAdmission({ db, users, auth, mail, joining, site, clock, publicUrl }: Dependencies) {
  async function enter(
    tx: Transaction,
    provider: ProviderName,
    identity: Identity,
    invitation: string | null,
  ) {
    const at = clock();
    const subject = { provider, issuer: identity.issuer, subject: identity.subject };
    const joined = await lockJoinedAccount(tx, subject);
    if (joined) {
      ensureOpen(joined);
      await touchProviderAccount(tx, subject, at);
      return { userId: joined.id, afterCommit: null, waits: false };
    }

    const email = verifiedEmail(identity);
    const found = await lockAccountByEmail(tx, email);
    const way = wayInto(found);
    const opened = found ?? (await open(tx, nameFrom(identity, email), email, at, invitation));
    const { id: userId } = opened;
    const waits = "waits" in opened && opened.waits;
    const afterCommit = way === "claim" ? await auth.giveToMailboxOwner(tx, userId) : null;
    await insertProviderAccount(tx, subject, userId, at);
    const of = { publicUrl, siteName: site().name };
    // Who waits gets a mail once an admin has decided.
    if (!waits) await mail.queue(tx, { to: email, ...firstSignInNotice(way, providerTitle[provider], of) });
    return { userId, afterCommit, waits };
  }

  async function open(tx: Transaction, name: string, email: string, at: Date, invitation: string | null) {
    const { role, waits } = await joining.admit(tx, { email, invitation: invitation ?? undefined });
    const user = { name, email, phone: null, role: role ?? ("User" as const), passwordHash: null };
    const waiting = waits ? { active: false, waitingSince: at } : {};
    return {
      ...(await users.create({ ...user, ...waiting, emailConfirmedAt: at, createdAt: at }, tx)),
      waits,
    };
  }

  return {
    /** The account's id. @throws SignInRefused. */
    async admit(provider: ProviderName, identity: Identity, invitation: string | null): Promise<number> {
      const attempt = () => db.transaction((tx) => enter(tx, provider, identity, invitation));
      const { userId, afterCommit, waits } = await attempt().catch((error: unknown) => {
        // A concurrent call stored it first; the second attempt finds it.
        if (isTaken(error)) return attempt();
        const refusal = error instanceof AppError ? refusals[error.code] : undefined;
        throw refusal ? new SignInRefused(refusal) : error;
      });
      afterCommit?.();
      if (waits) throw new SignInRefused("waiting");
      return userId;
    },
  };
}
export type Admission = ReturnType<typeof createAdmission>;

/** Why a school does not let somebody join (docs/rules.md#who-may-join). */
const refusals: Partial<Record<ErrorCode, SignInRefusal>> = {
  joining_closed: "closed",
  domain_not_allowed: "domain",
  invitation_invalid: "invitation",
};

const isTaken = (error: unknown): boolean =>
  (error instanceof AppError && error.code === "email_taken") || violates(error, "provider_accounts_pkey");
