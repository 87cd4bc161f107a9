import { and, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { content, likes, users } from "../../db/schema.ts";

export interface Like {
  readonly contentId: number;
  readonly userId: number;
}

const { placeholder } = sql;

const lockForLike = named((db) =>
  db
    .select({ likes: content.likes })
    .from(content)
    .innerJoin(users, and(eq(users.id, placeholder("userId")), eq(users.active, true)))
    .where(and(eq(content.id, placeholder("contentId")), isNotNull(content.publishedRevisionId)))
    .for("no key update", { of: content })
    .prepare("lock_for_like"),
);
/**
 * How many like a published item, which is locked until the transaction ends: likes of it wait for each other, and for a
 * decision about it. null for any other item, and for a member who is not active.
 */
export async function lockLikes(tx: Transaction, like: Like): Promise<number | null> {
  const [row] = await lockForLike(tx).execute({ ...like });
  return row?.likes ?? null;
}

const insertLikeStatement = named((db) =>
  db
    .insert(likes)
    .values({
      contentId: placeholder("contentId"),
      userId: placeholder("userId"),
      createdAt: placeholder("at"),
    })
    .onConflictDoNothing()
    .returning({ userId: likes.userId })
    .prepare("insert_like"),
);
/** @returns whether it is new */
export const insertLike = async (tx: Transaction, like: Like, at: Date): Promise<boolean> =>
  (await insertLikeStatement(tx).execute({ ...like, at })).length > 0;

const deleteLikeStatement = named((db) =>
  db
    .delete(likes)
    .where(and(eq(likes.contentId, placeholder("contentId")), eq(likes.userId, placeholder("userId"))))
    .returning({ userId: likes.userId })
    .prepare("delete_like"),
);
/** @returns whether it was there */
export const deleteLike = async (tx: Transaction, like: Like): Promise<boolean> =>
  (await deleteLikeStatement(tx).execute({ ...like })).length > 0;

const likeOf = named((db) =>
  db
    .select({ userId: likes.userId })
    .from(likes)
    .where(and(eq(likes.contentId, placeholder("contentId")), eq(likes.userId, placeholder("userId"))))
    .limit(1)
    .prepare("like_of_member"),
);

export async function isLiked(db: Queries, like: Like): Promise<boolean> {
  return (await likeOf(db).execute({ ...like })).length > 0;
}

/** Categories of the published items among a member's latest `count` likes up to a given time. */
export async function latestLikedCategories(
  db: Queries,
  userId: number,
  until: Date,
  count: number,
): Promise<number[]> {
  const latest = db
    .select({ contentId: likes.contentId })
    .from(likes)
    .where(and(eq(likes.userId, userId), lte(likes.createdAt, until)))
    .orderBy(desc(likes.createdAt), desc(likes.contentId))
    .limit(count)
    .as("latest");
  const rows = await db
    .selectDistinct({ id: content.publishedCategoryId })
    .from(latest)
    .innerJoin(content, eq(content.id, latest.contentId));
  return rows.flatMap(({ id }) => id ?? []);
}
