import type { Bearer } from "../../calls/bearer.ts";
import type { Database } from "../../db/database.ts";
import { ensure, fieldError } from "../../lib/app-error.ts";
import { addressKey } from "../../lib/client-address.ts";
import type { Clock } from "../../lib/clock.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import type { ListedAdmins } from "../users/listed-admins.ts";
import type { UserService } from "../users/users.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { AuthService } from "./auth.service.ts";
import { isRightPassword } from "./passwords.ts";

interface Dependencies {
  db: Database;
  users: UserService;
  listedAdmins: ListedAdmins;
  links: AccountLinkService;
  auth: Pick<AuthService, "giveToMailboxOwner">;
  rateLimits: RateLimits;
  clock: Clock;
}

interface Visitor {
  readonly bearer: Bearer | null;
  readonly address: string;
}

/**
 * Confirms an email (docs/rules.md#confirmation-by-a-press). The link alone proves only that the caller owns the mailbox: someone else may
 * have registered the address. A caller with neither a session nor the password of the account therefore takes it over
 * as described in docs/rules.md#accounts-that-were-never-confirmed.
 */
export function createConfirmationService(dependencies: Dependencies) {
  const { db, users, listedAdmins, links, auth, rateLimits, clock } = dependencies;

  /** Wrong tokens and passwords count against the address. */
  async function counted<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const from = addressKey(address);
    await rateLimits.take("codeByAddress", from);
    const result = await work();
    await rateLimits.giveBack("codeByAddress", from);
    return result;
  }

  return {
    /** Read-only: the page calls this when it opens, and mail scanners open pages. @throws AppError link_invalid. */
    check: (token: string, { bearer, address }: Visitor) =>
      counted(address, async () => {
        const account = await links.accountToConfirm(token);
        ensure(account, "link_invalid");
        const { id, email, passwordHash } = account;
        return { email, own: bearer?.userId === id, has_password: passwordHash !== null };
      }),

    /**
     * Uses up the link. A wrong password changes nothing.
     * @returns whether the earlier password and sessions were dropped. @throws AppError link_invalid.
     */
    confirm: (token: string, password: string | undefined, { bearer, address }: Visitor) =>
      counted(address, async () => {
        const account = await links.accountToConfirm(token);
        ensure(account, "link_invalid");
        const isOwn = bearer?.userId === account.id;
        if (!isOwn && password !== undefined && !(await isRightPassword(account.passwordHash, password))) {
          throw fieldError("password", "This is not the password of this account.");
        }
        const isTakeover = !isOwn && password === undefined;
        const sessionsEnded = await db.transaction(async (tx) => {
          const held = await links.lockAccountToConfirm(tx, token);
          ensure(held, "link_invalid");
          const { id, email } = held;
          if (isTakeover) {
            const afterCommit = await auth.giveToMailboxOwner(tx, id);
            await links.mailTakeover(tx, id, email);
            return afterCommit;
          }
          await users.confirmEmail(tx, id, email, clock());
          await links.dropConfirmations(tx, id);
          await listedAdmins.grant(tx, id);
          return null;
        });
        sessionsEnded?.();
        return isTakeover;
      }),
  };
}
export type ConfirmationService = ReturnType<typeof createConfirmationService>;
