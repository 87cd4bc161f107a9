import { and, desc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { content, likes } from "../../db/schema.ts";

export interface Like {
  readonly contentId: number;
  readonly userId: number;
}

/** Does nothing if the like already exists or the item is not published. */
export async function insertLike(tx: Transaction, { contentId, userId }: Like, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into likes (content_id, user_id, created_at)
    select id, ${userId}, ${at} from content where id = ${contentId} and published_revision_id is not null
    on conflict do nothing`);
}

export async function deleteLike(tx: Transaction, { contentId, userId }: Like): Promise<void> {
  await tx.delete(likes).where(and(eq(likes.contentId, contentId), eq(likes.userId, userId)));
}

/** How many like a published item; null for any other. */
export async function likesOf(tx: Transaction, contentId: number): Promise<number | null> {
  const [row] = await tx
    .select({ likes: content.likes })
    .from(content)
    .where(and(eq(content.id, contentId), isNotNull(content.publishedRevisionId)));
  return row?.likes ?? null;
}

const likeOf = named((db) =>
  db
    .select({ userId: likes.userId })
    .from(likes)
    .where(
      and(eq(likes.contentId, sql.placeholder("contentId")), eq(likes.userId, sql.placeholder("userId"))),
    )
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
