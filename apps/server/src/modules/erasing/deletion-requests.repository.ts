import type { PostsChoice } from "@cairn/contract";
import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { literal, maxCounted } from "../../db/fragments.ts";
import { deletionRequests, keptCounts, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";

export type RequestRow = typeof deletionRequests.$inferSelect;

/** Waits for an admin, or for the account to be erased. */
const isUndone = sql`(closed_at is null or erased_at is not null)`;

/** Changes nothing while a request of the member is open or approved; takes the place of one that was refused. */
export async function insertRequest(
  tx: Transaction,
  { userId, reason, posts, createdAt }: Pick<RequestRow, "userId" | "reason" | "posts" | "createdAt">,
): Promise<void> {
  await tx.execute(sql`delete from deletion_requests where user_id = ${userId} and not ${isUndone}`);
  await tx.execute(sql`
    insert into deletion_requests (user_id, reason, posts, created_at)
    select ${userId}::bigint, ${reason}, ${posts}, ${createdAt}::timestamptz
    where not exists (select from deletion_requests where user_id = ${userId} and ${isUndone})
    on conflict do nothing`);
}

/** An approved request, in the place of any other of the member. */
export async function insertApproved(
  tx: Transaction,
  { userId, posts, erasedAt, now }: { userId: number; posts: PostsChoice; erasedAt: Date; now: Date },
): Promise<void> {
  await deleteRequests(tx, userId);
  await tx.insert(deletionRequests).values({ userId, posts, createdAt: now, closedAt: now, erasedAt });
}

export async function newestRequest(db: Queries, userId: number): Promise<RequestRow | null> {
  const [row] = await db
    .select()
    .from(deletionRequests)
    .where(eq(deletionRequests.userId, userId))
    .orderBy(desc(deletionRequests.id))
    .limit(1);
  return row ?? null;
}

/** Deletes a member's requests, and the job of an approved one. */
export async function deleteRequests(tx: Transaction, userId: number): Promise<void> {
  await tx.delete(deletionRequests).where(eq(deletionRequests.userId, userId));
  await tx.execute(sql`delete from jobs where kind = 'erase' and key = ${String(userId)} and payload = '{}'`);
}

/** Counts rows, but at most so many. */
const countOf = (rows: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from (${rows} limit ${literal(maxCounted)}) counted)`;

/** Open requests after a position, oldest first. */
export async function openRequests(db: Queries, after: Position | null, limit: number) {
  return db
    .select({
      id: deletionRequests.id,
      userId: deletionRequests.userId,
      name: users.name,
      email: users.email,
      posts: deletionRequests.posts,
      reason: deletionRequests.reason,
      createdAt: deletionRequests.createdAt,
      published: sql<number>`least(${literal(maxCounted)}, coalesce((
        select total from content_counts where author_id = users.id and status = 'Published'), 0))`,
      comments: countOf(sql`select from comments where comments.author_id = users.id`),
      reviews: countOf(sql`
        select from ledger join content on content.id = ledger.content_id
        where ledger.reviewer_id = users.id and content.author_id <> users.id`),
    })
    .from(deletionRequests)
    .innerJoin(users, eq(users.id, deletionRequests.userId))
    .where(
      and(
        isNull(deletionRequests.closedAt),
        after
          ? sql`(${deletionRequests.createdAt}, ${deletionRequests.id}) > (${after.at}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(deletionRequests.createdAt), asc(deletionRequests.id))
    .limit(limit);
}

/** How many are open; the database maintains the count. */
export async function countOpenRequests(db: Queries): Promise<number> {
  const [row] = await db
    .select({ total: keptCounts.total })
    .from(keptCounts)
    .where(eq(keptCounts.name, "open deletion_requests"));
  return row?.total ?? 0;
}

/** Locks a request until the transaction ends. */
export async function lockRequest(tx: Transaction, id: number): Promise<RequestRow | null> {
  const [row] = await tx.select().from(deletionRequests).where(eq(deletionRequests.id, id)).for("update");
  return row ?? null;
}

export async function closeRequest(
  tx: Transaction,
  id: number,
  end: Pick<RequestRow, "closedAt"> & Partial<Pick<RequestRow, "erasedAt" | "refusal">>,
): Promise<void> {
  await tx.update(deletionRequests).set(end).where(eq(deletionRequests.id, id));
}

/** Whether there are active admins beside this account. */
export async function otherAdmins(db: Queries, userId: number) {
  const { rows } = await db.execute<{ isAdminLeft: boolean; isVerifiedLeft: boolean }>(sql`
    select
      exists (select from users where role = 'Admin' and active and id <> ${userId}) as "isAdminLeft",
      exists (select from users where role = 'Admin' and verified_at is not null and active and id <> ${userId})
        as "isVerifiedLeft"`);
  return rows[0] ?? { isAdminLeft: false, isVerifiedLeft: false };
}
