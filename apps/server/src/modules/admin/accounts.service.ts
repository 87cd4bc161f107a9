import {
  type AccountChange,
  type AdminActionKind,
  type AdminUser,
  type AdminUserPage,
  type AdminUserQuery,
  limits,
  type NewAccount,
  oneForm,
} from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import { normaliseEmail } from "../../lib/email.ts";
import { publicAddress } from "../../lib/public-address.ts";
import type { AccountLinkService } from "../auth/account-links.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { AuthMails } from "../auth/auth-mails.ts";
import type { Sessions } from "../auth/sessions.ts";
import type { MailService } from "../mail/mail.service.ts";
import { changesOf, isVerifiedAdmin } from "../users/users.policy.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import { grantAfter, hasNewEmail, isDecided, isLetIn, mayBeDecided, refusalOf } from "./accounts.policy.ts";
import {
  type AccountRow,
  addAccount,
  closeDeletionRequest,
  countAccounts,
  findAccounts,
  lockAccounts,
  updateAccount,
} from "./accounts.repository.ts";
import { noteAction } from "./admin-actions.repository.ts";

interface Dependencies {
  db: Database;
  auth: AuthService;
  accountLinks: AccountLinkService;
  sessions: Sessions;
  webhooks: Pick<WebhookService, "announce">;
  mail: Pick<MailService, "queue">;
  mails: Pick<AuthMails, "approved" | "refused">;
  clock: Clock;
}

/** Account management by verified admins. */
export function createAccountService({
  db,
  auth,
  accountLinks,
  sessions,
  mail,
  mails,
  webhooks,
  clock,
}: Dependencies) {
  /** Locks the account to change. @throws AppError if the caller is no longer an active verified admin. */
  async function lock(tx: Transaction, adminId: number, id: number): Promise<AccountRow> {
    const rows = await lockAccounts(tx, [adminId, id]);
    const admin = rows.find((row) => row.id === adminId);
    ensure(admin?.active, "session_ended");
    ensure(isVerifiedAdmin(admin), "not_allowed");
    const account = rows.find((row) => row.id === id);
    if (!account) throw new AppError("user_not_found");
    return account;
  }

  return {
    async list({
      q = "",
      status,
      cursor,
      per_page: perPage = limits.adminPage,
    }: AdminUserQuery): Promise<AdminUserPage> {
      const words = oneForm(q.trim());
      const before = cursor === undefined ? null : decodeCursor(cursor).id;
      const rows = await findAccounts(
        db.query,
        { words, isWaiting: status === "waiting" },
        before,
        perPage + 1,
      );
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      return {
        items: shown.map(presentAccount),
        next: last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null,
        ...(words === "" && status === undefined && { total: await countAccounts(db.query) }),
      };
    },

    /**
     * An Admin created here is unverified, like any other (docs/rules.md#roles-and-grants). Without a password, no one can sign in
     * until the owner sets one through the mailed link; with a password, the mailed link confirms the email.
     */
    async create(adminId: number, { name, email, role, password }: NewAccount): Promise<AdminUser> {
      const passwordHash = password === undefined ? null : await auth.hashNewPassword(password);
      const doneAt = clock();
      const account = {
        name: name.trim(),
        email: normaliseEmail(email),
        role,
        passwordHash,
        createdAt: doneAt,
      };
      return refusingTakenEmail(() =>
        db.transaction(async (tx) => {
          const row = await addAccount(tx, account);
          const subject = { subjectId: row.id, subject: row.name };
          await noteAction(tx, { adminId, kind: "userCreated", ...subject, doneAt });
          await webhooks.announce(tx, { event: "member.joined", memberId: row.id });
          if (passwordHash === null) await accountLinks.invite(tx, row);
          else await accountLinks.mailConfirmation(tx, row);
          return presentAccount(row);
        }),
      );
    },

    /**
     * Records nothing if nothing changes. Deactivating ends all sessions at once (docs/rules.md#deactivated-accounts), and so does a new
     * email, which also removes the grant.
     */
    async change(adminId: number, id: number, change: AccountChange): Promise<AdminUser> {
      const { row, afterCommit } = await refusingTakenEmail(() =>
        db.transaction(async (tx) => {
          const account = await lock(tx, adminId, id);
          const refusal = refusalOf(adminId, account, change);
          ensure(refusal === null, "not_allowed", { sentence: refusal ?? "" });
          if (change.verified === true && (change.role ?? account.role) !== "Admin") {
            throw fieldError("verified", "Only an Admin can be verified.");
          }
          if (change.verified === true && hasNewEmail(account, change)) {
            throw fieldError(
              "verified",
              "A new email removes the verification. Change the email first, then verify the account.",
            );
          }
          if (change.approved !== undefined && !mayBeDecided(account, change)) {
            throw fieldError("approved", "is only for an account that waits for approval");
          }
          const doneAt = clock();
          const next = nextAccount(account, change, doneAt);
          const kinds = kindsOf(account, next);
          if (kinds.length === 0) return { row: account, afterCommit: null };
          const row = await updateAccount(tx, id, next);
          for (const kind of kinds) {
            const changes = kind === "userUpdated" ? changesOf(account, row) : null;
            await noteAction(tx, { adminId, kind, subjectId: id, subject: row.name, changes, doneAt });
          }
          if (account.waitingSince !== null && row.waitingSince === null) {
            if (row.active) await webhooks.announce(tx, { event: "member.joined", memberId: id });
            await mail.queue(tx, { to: row.email, ...(row.active ? mails.approved() : mails.refused()) });
          }
          const isMoved = row.email !== account.email;
          const afterMove = isMoved ? await auth.moveToMailbox(tx, row, account.email) : null;
          if (row.active) return { row, afterCommit: afterMove };
          await closeDeletionRequest(tx, id, doneAt);
          return { row, afterCommit: afterMove ?? (await sessions.endAllOf(tx, id)) };
        }),
      );
      afterCommit?.();
      return presentAccount(row);
    },
  };
}
export type AccountService = ReturnType<typeof createAccountService>;

/**
 * Omits the suggestion "login", which would send the admin to the login screen (docs/rules.md#registered-emails-lead-to-the-login): an admin only needs
 * to know that the email is taken.
 */
async function refusingTakenEmail<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!violates(error, "users_email_unique")) throw error;
    throw new AppError("email_taken", { sentence: "Another account already uses this email." });
  }
}

function nextAccount(account: AccountRow, change: AccountChange, now: Date) {
  const email = change.email === undefined ? account.email : normaliseEmail(change.email);
  return {
    name: change.name?.trim() ?? account.name,
    email,
    // No one has confirmed the new address yet.
    emailConfirmedAt: email === account.email ? account.emailConfirmedAt : null,
    role: change.role ?? account.role,
    active: isLetIn(change) || (change.active ?? account.active),
    waitingSince: isDecided(change) ? null : account.waitingSince,
    verifiedAt: grantAfter(account, change, now),
  };
}

/** The change as kinds of admin action. */
function kindsOf(account: AccountRow, next: ReturnType<typeof nextAccount>): AdminActionKind[] {
  const kinds: AdminActionKind[] = [];
  const isUpdated = account.name !== next.name || account.email !== next.email || account.role !== next.role;
  if (isUpdated) kinds.push("userUpdated");
  const waited = account.waitingSince !== null && next.waitingSince === null;
  if (waited) kinds.push(next.active ? "userApproved" : "userRefused");
  else if (account.active !== next.active) kinds.push(next.active ? "userActivated" : "userDeactivated");
  if ((account.verifiedAt === null) !== (next.verifiedAt === null)) {
    kinds.push(next.verifiedAt ? "userVerified" : "userUnverified");
  }
  return kinds;
}

const presentAccount = (row: AccountRow): AdminUser => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  active: row.active,
  waiting: row.waitingSince !== null,
  verified: isVerifiedAdmin(row),
  email_confirmed: row.emailConfirmedAt !== null,
  has_password: row.hasPassword,
  created_at: row.createdAt.toISOString(),
  avatar_small_url: row.photo && publicAddress(row.photo),
});
