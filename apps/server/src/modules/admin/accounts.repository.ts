import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literalLimit, photoOf } from "../../db/fragments.ts";
import { deletionRequests, keptCounts, users } from "../../db/schema.ts";
import { asciiEmail } from "../../lib/email.ts";
import { containing } from "../../lib/like-pattern.ts";

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  active: users.active,
  waitingSince: users.waitingSince,
  verifiedAt: users.verifiedAt,
  emailConfirmedAt: users.emailConfirmedAt,
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  createdAt: users.createdAt,
  photo: photoOf(),
};

interface AccountFilter {
  /** Part of a name or an email. */
  readonly words: string;
  /** Only those that wait for approval. */
  readonly isWaiting: boolean;
}

/** Accounts before `before`, the newest first. */
export async function findAccounts(
  db: Queries,
  { words, isWaiting }: AccountFilter,
  before: number | null,
  limit: number,
) {
  return db
    .select(columns)
    .from(users)
    .where(
      and(
        isNull(users.erasedAt),
        words === "" ? undefined : mentions(words),
        isWaiting ? isNotNull(users.waitingSince) : undefined,
        before === null ? undefined : lt(users.id, before),
      ),
    )
    .orderBy(desc(users.id))
    .limit(literalLimit(limit));
}
export type AccountRow = Awaited<ReturnType<typeof findAccounts>>[number];

function mentions(words: string): SQL | undefined {
  const pattern = containing(words);
  // A domain may be typed in the letters in which its owner writes it.
  const email = words.includes("@") ? words : `@${words}`;
  const ascii = asciiEmail(email)?.slice(email.length - words.length);
  return or(
    sql`${users.name} ilike ${pattern}`,
    sql`${users.email} ilike ${pattern}`,
    ascii === undefined || ascii === words ? undefined : sql`${users.email} ilike ${containing(ascii)}`,
  );
}

export async function countAccounts(db: Queries): Promise<number> {
  const [row] = await db
    .select({ total: keptCounts.total })
    .from(keptCounts)
    .where(eq(keptCounts.name, "users"));
  return row?.total ?? 0;
}

/** Locks the accounts in the order of their ids, so that two admins who change each other cannot deadlock. */
export async function lockAccounts(tx: Transaction, ids: readonly number[]): Promise<AccountRow[]> {
  return tx
    .select(columns)
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .for("update");
}

/** Fails with the constraint users_email_unique when the email is taken. */
export async function addAccount(tx: Transaction, account: typeof users.$inferInsert): Promise<AccountRow> {
  const [row] = await tx.insert(users).values(account).returning(columns);
  if (!row) throw new Error("insert returned no row");
  return row;
}

/** Fails with the constraint users_email_unique when the email is taken. */
export async function updateAccount(
  tx: Transaction,
  id: number,
  change: Partial<typeof users.$inferInsert>,
): Promise<AccountRow> {
  const [row] = await tx.update(users).set(change).where(eq(users.id, id)).returning(columns);
  if (!row) throw new Error(`account ${id} went while it was locked`);
  return row;
}

/** Closes the open deletion request of an account that was deactivated. */
export async function closeDeletionRequest(tx: Transaction, userId: number, at: Date): Promise<void> {
  await tx
    .update(deletionRequests)
    .set({ closedAt: at })
    .where(and(eq(deletionRequests.userId, userId), isNull(deletionRequests.closedAt)));
}
