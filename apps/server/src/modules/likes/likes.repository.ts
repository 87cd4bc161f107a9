import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { KeyOfCall, placeholders } from "../../calls/idempotency.ts";
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

const writeLikeStatement = named((db) =>
  db
    .select({
      likes: sql<number>`total`,
      firstStatus: sql<number | null>`first_status`,
      firstAnswer: sql<string | null>`first_answer`,
    })
    .from(
      sql`write_like(
        item => ${sql.placeholder("contentId")}, member => ${sql.placeholder("userId")}, liked => ${sql.placeholder("liked")},
        at => ${sql.placeholder("at")}, idempotency_key => ${sql.placeholder("idempotencyKey")}, hash => ${sql.placeholder("hash")},
        expired => ${sql.placeholder("expired")}, answer_status => ${sql.placeholder("answerStatus")}, answer_form => ${sql.placeholder("answerForm")},
        likes_stand_in => ${sql.placeholder("number")})`,
    )
    .prepare("write_like"),
);

/**
 * Adds or takes back a like as one statement (`write_like` in db/migrations/0009_comments_and_likes.sql): it checks that the member's account is
 * active and the item published.
 */
export async function writeLike(db: Queries, { key, unknown, ...like }: LikeWrite) {
  const [row] = await writeLikeStatement(db).execute({ ...like, ...key, ...unknown });
  if (!row) throw new Error("write_like returned no row");
  return row;
}

interface LikeWrite extends Like {
  readonly liked: boolean;
  readonly at: Date;
  readonly key: KeyOfCall;
  readonly unknown: ReturnType<typeof placeholders>;
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
