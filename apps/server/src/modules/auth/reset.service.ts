import { limits as rules } from "@cairn/contract";
import type { Database, DatabaseLog, Transaction } from "../../db/database.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import { isEmail, normaliseEmail } from "../../lib/email.ts";
import { createWokenJob } from "../../lib/woken-job.ts";
import type { Limits } from "../../plugins/limits.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import type { User, UserService } from "../users/users.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { AuthMails } from "./auth-mails.ts";
import type { NewPasswords } from "./new-passwords.ts";
import {
  deleteDeadCodes,
  insertResetRequest,
  replaceResetCode,
  takeResetRequest,
  takeVerifiedCode,
  tryResetCode,
} from "./reset.repository.ts";
import { hashToken, newResetCode, newToken, readResetCode } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  sessions: Sessions;
  links: AccountLinkService;
  passwords: NewPasswords;
  mail: MailService;
  mails: AuthMails;
  hashCode(code: string): Buffer;
  limits: Limits;
  clock: Clock;
  log: DatabaseLog;
}

interface NewPassword {
  readonly code: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

const minute = 60_000;
const codeLife = rules.resetCodeMinutes * minute;

/** A way back into an account by its mailbox: request a code, verify it, set a password (D22, D23). */
export function createResetService(dependencies: Dependencies) {
  const { db, users, listedAdmins, sessions, links, passwords, mail, mails, hashCode, limits, clock, log } =
    dependencies;

  /** false when there was no request. */
  async function handleRequest(tx: Transaction): Promise<boolean> {
    const request = await takeResetRequest(tx);
    if (!request) return false;
    const now = clock();
    // Whoever asked while Cairn was down has asked again, or gone.
    const isFresh = request.requestedAt.getTime() > now.getTime() - codeLife;
    const user = isFresh ? await users.findByEmail(request.email, tx) : null;
    if (user?.active) await mailCode(tx, user, now);
    return true;
  }

  async function mailCode(tx: Transaction, { id, email }: User, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + codeLife);
    let code = newResetCode();
    while (!(await replaceResetCode(tx, { userId: id, email, codeHash: hashCode(code), expiresAt }))) {
      code = newResetCode();
    }
    await mail.queue(tx, { to: email, ...mails.resetCode(code), usefulFor: codeLife });
  }

  async function handleRequests(): Promise<void> {
    while (await db.transaction(handleRequest));
  }

  const job = createWokenJob({
    work: handleRequests,
    listen: (wake) => db.listen("reset_requests", wake, wake),
    every: minute / 4,
    onFailure: (error) => log.error({ err: error }, "reset requests wait; they are looked after again"),
  });

  /** Whose password this code or token may set, and which e-mail it proves. Used up, unless the transaction fails. */
  async function take(tx: Transaction, code: string, browser: string | null, address: string) {
    const typed = readResetCode(code);
    if (typed.length > rules.resetCodeLength) return links.takePasswordToken(tx, code);
    return takeVerifiedCode(tx, {
      codeHash: hashCode(typed),
      browserHash: browser === null ? null : hashToken(browser),
      address,
      verifiedSince: new Date(clock().getTime() - codeLife),
    });
  }

  return {
    /**
     * Writes the request down and nothing else: whether there is such an account is looked up after the answer, so
     * that an unknown e-mail costs exactly what a known one does (D22), and a crash in between loses no mail.
     */
    async request(identifier: string, address: string): Promise<void> {
      const email = normaliseEmail(identifier);
      if (!isEmail(email)) throw fieldError("identifier", "Please enter a valid e-mail address.");
      await limits.take("resetByAddress", addressKey(address));
      await limits.take("resetByAccount", email);
      await insertResetRequest(db.query, { email, requestedAt: clock() });
    },

    /** @returns what the browser keeps as proof. @throws AppError code_invalid, whatever was wrong. */
    async verify(email: string, code: string, address: string): Promise<string> {
      const from = addressKey(address);
      await limits.take("codeByAddress", from);
      const browser = newToken();
      const isRight = await tryResetCode(db.query, {
        email: normaliseEmail(email),
        codeHash: hashCode(readResetCode(code)),
        browserHash: hashToken(browser),
        address: from,
        now: clock(),
      });
      ensure(isRight, "code_invalid");
      await limits.giveBack("codeByAddress", from);
      return browser;
    },

    /** Sets the password, ends all sessions and mails a notice. Who got the code or link by mail owns the mailbox. */
    async reset(change: NewPassword, browser: string | null, address: string): Promise<void> {
      ensure(change.new_password === change.confirm_password, "passwords_differ");
      const from = addressKey(address);
      await limits.take("codeByAddress", from);
      const passwordHash = await passwords.hash(change.new_password, "new_password");
      const sessionsEnded = await db.transaction(async (tx) => {
        const account = await take(tx, change.code, browser, from);
        if (!account) throw new AppError("code_invalid");
        const { userId, email } = account;
        await passwords.store(tx, userId, passwordHash);
        if (email !== null && (await users.confirmEmail(tx, userId, email, clock()))) {
          await listedAdmins.grant(tx, userId);
        }
        return sessions.endAllOf(tx, userId);
      });
      sessionsEnded();
      await limits.giveBack("codeByAddress", from);
    },

    start: job.start,
    /** Looks after every request that is there. */
    handleRequests: job.runNow,
    stop: job.stop,
    /** Verified codes may be used for a while after they have expired. */
    sweep: () => deleteDeadCodes(db.query, new Date(clock().getTime() - codeLife)),
  };
}
export type ResetService = ReturnType<typeof createResetService>;
