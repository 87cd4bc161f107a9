import type { ErrorCode, Role, SignInRefusal } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Site } from "../../lib/site-look.ts";
import type { AccountLinkService } from "../auth/account-links.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { InvitationService } from "../invitations/invitations.service.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { NewUser, UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import type { Identity, ProviderTerms } from "./provider.ts";
import type { ProviderGroups } from "./provider-groups.ts";
import { SignInRefused } from "./sign-in-refused.ts";
import { firstSignInNotice } from "./social-login.mails.ts";
import { emailOf, ensureOpen, nameFrom, refuseDomain, wayInto } from "./social-login.policy.ts";
import {
  insertProviderAccount,
  lockAccountByEmail,
  lockJoinedAccount,
  touchProviderAccount,
} from "./social-login.repository.ts";

/** Of an account that a provider opens without an invitation. */
const usualRole: Role = "User";

interface Dependencies {
  db: Database;
  users: Pick<UserService, "create">;
  auth: Pick<AuthService, "giveToMailboxOwner">;
  links: Pick<AccountLinkService, "mailConfirmation">;
  mail: Pick<MailService, "queue">;
  webhooks: Pick<WebhookService, "announce">;
  joining: Pick<InvitationService, "admit">;
  groups: Pick<ProviderGroups, "apply">;
  site: Site;
  clock: Clock;
  publicUrl: string;
}

/**
 * Decides which account an identity opens. A new identity is linked to an existing account or gets a new one, and the
 * owner is notified by mail.
 */
export function createAdmission(dependencies: Dependencies) {
  const { db, users, auth, links, mail, webhooks, joining, groups, site, clock, publicUrl } = dependencies;

  async function enter(tx: Transaction, terms: ProviderTerms, identity: Identity, invitation: string | null) {
    const at = clock();
    const subject = { issuer: identity.issuer, subject: identity.subject };
    const email = emailOf(identity);
    refuseDomain(email, terms);
    const joined = await lockJoinedAccount(tx, subject);
    if (joined) {
      ensureOpen(joined);
      await touchProviderAccount(tx, subject, at);
      const afterCommit = await groups.apply(tx, joined.id, identity, terms.id);
      return { userId: joined.id, afterCommit, waits: false };
    }

    if (email === null) throw new SignInRefused("emailMissing");
    const found = await lockAccountByEmail(tx, email);
    const way = wayInto(identity, terms, found);
    const fresh = { name: nameFrom(identity, email), email, createdAt: at };
    const opened =
      found ?? (await open(tx, way === "ask" ? fresh : { ...fresh, emailConfirmedAt: at }, invitation));
    const { id: userId } = opened;
    const { waits, role } = "waits" in opened ? opened : { waits: false, role: usualRole };
    const afterClaim = way === "claim" ? await auth.giveToMailboxOwner(tx, userId) : null;
    await insertProviderAccount(tx, { ...subject, provider: terms.id }, userId, at);
    const afterCommit = (await groups.apply(tx, userId, identity, terms.id)) ?? afterClaim;
    const of = { publicUrl, siteName: site().name };
    if (way === "ask") await links.mailConfirmation(tx, { id: userId, email, role });
    // Who waits gets a mail once an admin has decided.
    else if (!waits) await mail.queue(tx, { to: email, ...firstSignInNotice(way, terms.name, of) });
    return { userId, afterCommit, waits };
  }

  async function open(
    tx: Transaction,
    account: Pick<NewUser, "name" | "email" | "createdAt" | "emailConfirmedAt">,
    invitation: string | null,
  ) {
    const { role: given, waits } = await joining.admit(tx, {
      email: account.email,
      invitation: invitation ?? undefined,
    });
    const role = given ?? usualRole;
    const waiting = waits ? { active: false, waitingSince: account.createdAt } : {};
    const user = { ...account, ...waiting, phone: null, role, passwordHash: null };
    const created = await users.create(user, tx);
    if (!waits) await webhooks.announce(tx, { event: "member.joined", memberId: created.id });
    return { ...created, role, waits };
  }

  return {
    /** The account's id. @throws SignInRefused. */
    async admit(terms: ProviderTerms, identity: Identity, invitation: string | null): Promise<number> {
      const attempt = () => db.transaction((tx) => enter(tx, terms, identity, invitation));
      const { userId, afterCommit, waits } = await attempt()
        .catch((error: unknown) => {
          // A concurrent call stored it first; the second attempt finds it.
          if (isTaken(error)) return attempt();
          throw error;
        })
        .catch((error: unknown) => {
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
