import { limits } from "@cairn/contract";
import type { Transaction } from "../../db/database.ts";
import { fieldError } from "../../lib/app-error.ts";
import type { MailService } from "../mail/mail.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { AccountLinkService } from "./account-links.service.ts";
import type { AuthMails } from "./auth-mails.ts";
import { hashPassword, refuseCommonPassword } from "./passwords.ts";
import { deleteResetCodeOf } from "./reset.repository.ts";

interface Dependencies {
  users: UserService;
  links: AccountLinkService;
  mail: MailService;
  mails: AuthMails;
}

/** Sets an account's first password or replaces the current one. */
export function createNewPasswords({ users, links, mail, mails }: Dependencies) {
  return {
    /** @throws AppError naming the field when the password is too short or one of the commonest (docs/rules.md#passwords). */
    async hash(password: string, field = "password"): Promise<string> {
      if ([...password].length < limits.passwordMinLength) {
        throw fieldError(field, `The password must have at least ${limits.passwordMinLength} characters.`);
      }
      await refuseCommonPassword(password, field);
      return hashPassword(password);
    },

    /** Stores the hash and mails a notice; invalidates codes and links that could set another password. */
    async store(tx: Transaction, userId: number, passwordHash: string): Promise<void> {
      const email = await users.setPasswordHash(tx, userId, passwordHash);
      await deleteResetCodeOf(tx, userId);
      await links.dropPasswordLinks(tx, userId);
      await mail.queue(tx, { to: email, ...mails.passwordSet() });
    },
  };
}
export type NewPasswords = ReturnType<typeof createNewPasswords>;
