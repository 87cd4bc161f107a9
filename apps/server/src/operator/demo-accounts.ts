import { and, asc, inArray, isNotNull } from "drizzle-orm";
import type { Queries } from "../db/queries.ts";
import { users } from "../db/schema.ts";
import { isRightPassword } from "../modules/auth/passwords.ts";

/** Published: everybody knows it. */
export const demoPassword = "cairn-demo-1";

/** How a site knows the accounts of the demo (demo/people.ts) again, one that never wrote it too. */
const demoEmails = [
  "member@cairn.test",
  "writer@cairn.test",
  "admin@cairn.test",
  "new-admin@cairn.test",
  "samuel@cairn.test",
  "wanjiru@cairn.test",
  "maya@cairn.test",
  "tomas@cairn.test",
  "priya@cairn.test",
  "kofi@cairn.test",
  "otieno@cairn.test",
  "ivan@cairn.test",
  "linh@cairn.test",
  "elif@cairn.test",
];

export interface OpenDemoAccount {
  readonly id: number;
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Seeded accounts that the published password still opens, deactivated ones too: somebody may activate them. Only the
 * e-mails of the demo are tried, since a try takes 8 ms.
 */
export async function openDemoAccounts(db: Queries): Promise<OpenDemoAccount[]> {
  const seeded = await db
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(inArray(users.email, demoEmails), isNotNull(users.passwordHash)))
    .orderBy(asc(users.id));
  const open: OpenDemoAccount[] = [];
  for (const { id, email, passwordHash } of seeded) {
    if (passwordHash !== null && (await isRightPassword(passwordHash, demoPassword))) {
      open.push({ id, email, passwordHash });
    }
  }
  return open;
}

/** Whether anybody is registered. */
export async function isInhabited(db: Queries): Promise<boolean> {
  const [somebody] = await db.select({ id: users.id }).from(users).limit(1);
  return somebody !== undefined;
}
