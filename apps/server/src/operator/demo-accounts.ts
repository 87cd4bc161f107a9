import { and, asc, inArray, isNotNull, sql } from "drizzle-orm";
import type { Queries } from "../db/queries.ts";
import { users } from "../db/schema.ts";
import { demoPassword, isRightPassword } from "../modules/auth/passwords.ts";

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
 * emails of the demo are tried, since a try takes 8 ms.
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

export interface DemoGrant {
  readonly id: number;
  readonly email: string;
}

/**
 * Verified admins whose grant comes from the demo: the demo's own accounts, even if a member uses them now, and everyone that one of
 * them verified, directly or through others. Anyone could sign in as a demo admin, so the school chose none of them.
 */
export async function demoGrants(db: Queries): Promise<DemoGrant[]> {
  const { rows } = await db.execute<{ id: string; email: string }>(sql`
    with recursive granted (id) as (
      select id from users where email in ${demoEmails}
      union
      select subject.id from granted
      join admin_actions action on action.admin_id = granted.id and action.kind = 'userVerified'
      join users subject on subject.id = action.subject_id and subject.verified_at = action.done_at
    )
    select users.id, users.email from granted join users using (id)
    where users.verified_at is not null order by users.id`);
  return rows.map(({ id, email }) => ({ id: Number(id), email }));
}

/** Whether anybody is registered. */
export async function isInhabited(db: Queries): Promise<boolean> {
  const [somebody] = await db.select({ id: users.id }).from(users).limit(1);
  return somebody !== undefined;
}
