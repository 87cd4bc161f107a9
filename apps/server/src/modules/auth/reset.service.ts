import { limits } from "@cairn/contract";
import type { Database, Transaction } from "../../db/database.ts";
import type { JobRunner } from "../../jobs/jobs.ts";
import { AppError, ensure, fieldError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { isEmail, normaliseEmail } from "../../lib/email.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import type { User, UserService } from "../users/users.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { AuthMails } from "./auth-mails.ts";
import type { KnownPlaces } from "./known-places.ts";
import type { NewPasswords } from "./new-passwords.ts";
import type { Place } from "./place.ts";
import {
  type Asker,
  deleteDeadCodes,
  replaceResetCode,
  takeVerifiedCode,
  tryResetCode,
} from "./reset.repository.ts";
import { hashToken, newResetCode, newToken, readResetCode } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";

interface Dependencies {
  db: Database;
  jobs: JobRunner;
  users: UserService;
  listedAdmins: ListedAdmins;
  sessions: Sessions;
  links: AccountLinkService;
  passwords: NewPasswords;
  mail: MailService;
  mails: AuthMails;
  places: KnownPlaces;
  hashCode(code: string): Buffer;
  rateLimits: RateLimits;
  clock: Clock;
}

/** A request for a code, as somebody typed it. */
interface Request {
  readonly email: string;
  /** Hash of the mark of the browser that asked, in base64. */
  readonly askedBy: string;
  readonly askedFrom: string | null;
  /** In milliseconds. */
  readonly at: number;
}

interface NewPassword {
  readonly code: string;
  readonly new_password: string;
  readonly confirm_password: string;
}

const minute = 60_000;
const codeLife = limits.resetCodeMinutes * minute;

/**
 * Regains access to an account through its mailbox: request a code, verify it, set a password (docs/limits.md#d22,
 * docs/limits.md#d23).
 */
export function createResetService(dependencies: Dependencies) {
  const { db, jobs, users, listedAdmins, sessions, links, passwords, places, mail, mails, hashCode } =
    dependencies;
  const { rateLimits, clock } = dependencies;

  async function handle(tx: Transaction, { email, askedBy, askedFrom, at }: Request): Promise<void> {
    const now = clock();
    // Drops requests from while Cairn was down: those users have asked again or left.
    const user = at > now.getTime() - codeLife ? await users.findByEmail(email, tx) : null;
    const asker = { askedBy: bytesOf(askedBy), askedFrom: askedFrom === null ? null : bytesOf(askedFrom) };
    if (user?.active) await mailCode(tx, user, asker, now);
  }

  async function mailCode(
    tx: Transaction,
    { id, email }: User,
    { askedBy, askedFrom }: Asker,
    now: Date,
  ): Promise<void> {
    const expiresAt = new Date(now.getTime() + codeLife);
    const facts = { userId: id, email, askedBy, askedFrom, expiresAt };
    let code = newResetCode();
    while (!(await replaceResetCode(tx, { ...facts, codeHash: hashCode(code) }))) code = newResetCode();
    await mail.queue(tx, { to: email, ...mails.resetCode(code), usefulFor: codeLife });
  }

  const requests = jobs.define<Request>({
    name: "reset",
    async runWithin(tx, asked) {
      for (const { payload } of asked) await handle(tx, payload);
    },
  });

  /**
   * Uses up the code or token (unless the transaction fails) and answers the user whose password it may set and the
   * email that it proves.
   */
  async function take(tx: Transaction, code: string, browser: string | null, { address }: Place) {
    const typed = readResetCode(code);
    if (typed.length > limits.resetCodeLength) return links.takePasswordToken(tx, code);
    return takeVerifiedCode(tx, {
      codeHash: hashCode(typed),
      browserHash: browser === null ? null : hashToken(browser),
      address,
      verifiedSince: new Date(clock().getTime() - codeLife),
    });
  }

  /** A browser without a mark is known by its address at best, so its limits are asked before the database. */
  async function countRequest(email: string, place: Place): Promise<void> {
    async function countAddress(): Promise<void> {
      await rateLimits.take("resetByAddress", place.address);
      await rateLimits.take("resetByPlace", `${email}\n${place.address}`);
    }
    if (!place.isMarked) await countAddress();
    const known = await places.know(email, place);
    if (known === "browser") return rateLimits.take("resetByPlace", `${email}\n${place.browser}`);
    if (place.isMarked) await countAddress();
    if (known === null) await rateLimits.take("resetByAccount", email);
  }

  return {
    /**
     * Only records the request. The account is looked up after the answer, so that an unknown email takes exactly as
     * long as a known one (docs/limits.md#d22), and a crash in between loses no mail. A place that the account knows has
     * its own limit on requests, which no one else can use up.
     */
    async request(identifier: string, place: Place): Promise<void> {
      const email = normaliseEmail(identifier);
      if (!isEmail(email)) throw fieldError("identifier", "Please enter a valid email address.");
      await countRequest(email, place);
      const dueAt = clock();
      const payload = {
        email,
        askedBy: hashToken(place.browser).toString("base64"),
        // A browser that keeps marks is identified by its mark alone, so others at its address cannot use up the code's
        // attempts.
        askedFrom: place.isMarked ? null : places.hashAddress(email, place).toString("base64"),
        at: dueAt.getTime(),
      };
      await requests.add(db.query, [{ payload, dueAt }]);
    },

    /**
     * Tries only codes that were requested in this browser or from this address: anyone else's guess is wrong and uses
     * up none of the code's attempts.
     * @returns what the browser keeps as proof. @throws AppError code_invalid, whatever was wrong.
     */
    async verify(identifier: string, code: string, place: Place): Promise<string> {
      await rateLimits.take("codeByAddress", place.address);
      const email = normaliseEmail(identifier);
      const proof = newToken();
      const isRight = await tryResetCode(db.query, {
        email,
        codeHash: hashCode(readResetCode(code)),
        askedBy: hashToken(place.browser),
        askedFrom: places.hashAddress(email, place),
        browserHash: hashToken(proof),
        address: place.address,
        now: clock(),
      });
      ensure(isRight, "code_invalid");
      await rateLimits.giveBack("codeByAddress", place.address);
      return proof;
    },

    /**
     * Sets the password, ends all sessions and mails a notice. A code or link that came by mail proves ownership of the
     * mailbox.
     */
    async reset(change: NewPassword, proof: string | null, place: Place): Promise<void> {
      ensure(change.new_password === change.confirm_password, "passwords_differ");
      await rateLimits.take("codeByAddress", place.address);
      const passwordHash = await passwords.hash(change.new_password, "new_password");
      const sessionsEnded = await db.transaction(async (tx) => {
        const account = await take(tx, change.code, proof, place);
        if (!account) throw new AppError("code_invalid");
        const { userId, email } = account;
        await passwords.store(tx, userId, passwordHash);
        // The email was unconfirmed until now: the mailbox's owner becomes the account's only owner
        // (docs/limits.md#d77).
        if (email !== null && (await users.confirmEmail(tx, userId, email, clock()))) {
          await links.dropConfirmations(tx, userId);
          await users.dropProviderAccounts(tx, userId);
          await listedAdmins.grant(tx, userId);
        }
        return sessions.endAllOf(tx, userId);
      });
      sessionsEnded();
      await rateLimits.giveBack("codeByAddress", place.address);
    },

    /** Keeps expired codes for a while, because verified ones may still be used. */
    sweep: () => deleteDeadCodes(db.query, new Date(clock().getTime() - codeLife)),
  };
}
export type ResetService = ReturnType<typeof createResetService>;

const bytesOf = (base64: string) => Buffer.from(base64, "base64");
