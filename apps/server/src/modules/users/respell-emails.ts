import type { Database, DatabaseLog } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { normaliseEmail } from "../../lib/email.ts";
import { findEmailsBeyondAscii, respellEmail } from "./users.repository.ts";

/**
 * Accounts from before the domain of an email was stored in ASCII (docs/rules.md#d94): SQL
 * cannot convert it. If two accounts have the same mailbox in two spellings, both stay as they are, and each start logs it.
 */
export async function respellEmails(db: Database, log: DatabaseLog): Promise<void> {
  const left: number[] = [];
  for (const { id, email } of await findEmailsBeyondAscii(db.query)) {
    const spelled = normaliseEmail(email);
    if (spelled === email) continue;
    try {
      await db.transaction((tx) => respellEmail(tx, id, email, spelled));
    } catch (error) {
      if (!violates(error, "users_email_unique")) throw error;
      left.push(id);
    }
  }
  if (left.length > 0) {
    log.warn(
      { accounts: left },
      "accounts have the email of another account in a different spelling, so nobody can log in to them: change their email",
    );
  }
}
