import {
  type ImportResult,
  oneForm,
  type PostsChoice,
  type Role,
  trimmed,
  withoutUnseen,
} from "@cairn/contract";
import type { Database } from "../db/database.ts";
import type { JobRunner } from "../jobs/jobs.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { normaliseEmail } from "../lib/email.ts";
import type { Sessions } from "../modules/auth/sessions.ts";
import type { LinkTally } from "../modules/links/links.service.ts";
import type { MailService } from "../modules/mail/mail.service.ts";
import type { FileCheck } from "../modules/media/stored-file-check.ts";
import type { SignInCheck } from "../modules/social-login/providers.ts";
import type { User, UserService } from "../modules/users/users.service.ts";
import type { WebhookService } from "../modules/webhooks/webhooks.service.ts";
import type { Verification, VerifyOptions } from "../verification/ledger/ledger-verifier.ts";
import { createSiteCheck } from "../verification/site/site-check.ts";
import {
  accountsOfRole,
  closeAccount,
  grantVerification,
  revokeVerification,
} from "./operator.repository.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  clock: Clock;
  /** A one-time link through which the account's owner sets a password. */
  createSetPasswordLink(userId: number): Promise<string>;
  verifyLedger(options: VerifyOptions): Promise<Verification>;
  checkFiles(): Promise<FileCheck>;
  /** @returns the log's new name. @throws AppError if the log has not gone back. */
  forkLog(reason: string): Promise<string>;
  /** @throws AppError while LINK_CHECKS is off. */
  runLinks(): Promise<LinkTally>;
  /** `key`: of a provider's settings, in lower case. @throws AppError if there is none. */
  checkSignIn(key: string): Promise<SignInCheck>;
  jobs: Pick<JobRunner, "figures">;
  mail: Pick<MailService, "retry" | "refused">;
  /** Takes in a folder of Markdown for an author. @throws AppError if there is no such folder or account. */
  importFolder(folder: string, email: string, send: boolean): Promise<ImportResult>;
  /** Seeded accounts that the published password still opens. */
  openDemoAccounts(): Promise<readonly { id: number; email: string; passwordHash: string }[]>;
  /** Verified admins whose grant comes from the demo. */
  demoGrants(): Promise<readonly { id: number; email: string }[]>;
  sessions: Pick<Sessions, "endAllOf">;
  webhooks: Pick<WebhookService, "announce">;
  /** @returns when the account is erased; null: it is now. @throws AppError not_allowed for the last admin */
  orderErasing(account: User, order: { posts: PostsChoice; isNow: boolean }): Promise<Date | null>;
}

export interface NewOperatorAccount {
  readonly email: string;
  readonly accountName?: string;
  readonly role: Role;
}

/** Maximum length of a list; a school with more accounts of one role uses the admin screens. */
const listed = 1_000;

/** Emails. */
export interface EndedDemo {
  readonly accounts: readonly string[];
  readonly grants: readonly string[];
}

/** What the machine's owner can do without an account: the command line (contract, `npm run admin`). */
export function createOperatorService(dependencies: Dependencies) {
  const { db, users, sessions, clock, createSetPasswordLink, verifyLedger, checkFiles } = dependencies;

  /** @throws AppError user_not_found naming the email. */
  async function accountOf(email: string): Promise<User> {
    const user = await users.findByEmail(email);
    if (!user)
      throw new AppError("user_not_found", {
        sentence: `There is no account with the email ${normaliseEmail(email)}.`,
      });
    return user;
  }

  return {
    /** @returns the link to set the password. @throws AppError email_taken. */
    async create({ email, accountName, role }: NewOperatorAccount): Promise<string> {
      const address = normaliseEmail(email);
      const [localPart = address] = address.split("@");
      const account = {
        name: oneForm(trimmed(withoutUnseen(accountName ?? ""))) || localPart,
        email: address,
        phone: null,
        role,
        passwordHash: null,
        createdAt: clock(),
      };
      const id = await db.transaction(async (tx) => {
        const created = await users.create(account, tx);
        await dependencies.webhooks.announce(tx, { event: "member.joined", memberId: created.id });
        return created.id;
      });
      return createSetPasswordLink(id);
    },

    /** @returns false if the account already had the grant. @throws AppError not_allowed for another role. */
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

    /** @returns the link. The current password stays valid until the link is used. */
    resetPassword: async (email: string): Promise<string> =>
      createSetPasswordLink((await accountOf(email)).id),

    /** @returns when the account is erased; null: it is now. @throws AppError user_not_found, not_allowed */
    erase: async (email: string, order: { posts: PostsChoice; isNow: boolean }): Promise<Date | null> =>
      dependencies.orderErasing(await accountOf(email), order),

    list: (role: Role) => accountsOfRole(db.query, role, listed),

    verifyLedger,

    forkLog: dependencies.forkLog,

    importFolder: dependencies.importFolder,

    /** Asks about every link that is due, to the end. */
    runLinks: dependencies.runLinks,

    checkSignIn: dependencies.checkSignIn,

    /** Once the cause of failed mails is mended: of one address, or of all (null). @throws AppError user_not_found */
    async retryMail(email: string | null) {
      return dependencies.mail.retry(email === null ? null : (await accountOf(email)).email);
    },

    /**
     * Deactivates seeded accounts that still have the published password, and removes their password, sessions and
     * grant. Accounts whose owners chose another password stay, without the grant, and so does everybody whom an account
     * of the demo made a verified admin. @returns the emails of the deactivated accounts, and of those that lost the grant.
     */
    async endDemo(): Promise<EndedDemo> {
      // Before the accounts are closed: by them it is known whom they verified.
      const grants = await dependencies.demoGrants();
      const ended: string[] = [];
      for (const { id, email, passwordHash } of await dependencies.openDemoAccounts()) {
        const sessionsEnded = await db.transaction(async (tx) =>
          (await closeAccount(tx, id, passwordHash)) ? sessions.endAllOf(tx, id) : null,
        );
        sessionsEnded?.();
        if (sessionsEnded) ended.push(email);
      }
      const revoked = grants.filter(({ email }) => !ended.includes(email));
      for (const { id } of revoked) await revokeVerification(db.query, id);
      return { accounts: ended, grants: revoked.map(({ email }) => email) };
    },

    /** Checks that all stored data is intact and consistent. */
    check: createSiteCheck({
      db,
      checkFiles,
      verifyLedger: () => verifyLedger({}),
      jobFigures: dependencies.jobs.figures,
      refusedAddresses: dependencies.mail.refused,
    }),
  };
}
export type OperatorService = ReturnType<typeof createOperatorService>;
