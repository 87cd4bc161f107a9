import { and, desc, eq, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { comments, users } from "../../db/schema.ts";
import type { Place } from "../../lib/cursor.ts";

/** An item's comments after a place, newest first. */
export async function commentsOf(db: Queries, contentId: number, after: Place | null, limit: number) {
  return db
    .select({
      id: comments.id,
      authorId: comments.authorId,
      authorName: users.name,
      body: comments.body,
      bodyHtml: comments.bodyHtml,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(
      and(
        eq(comments.contentId, contentId),
        after ? sql`(${comments.createdAt}, ${comments.id}) < (${after.at}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit);
}
export type CommentRow = Awaited<ReturnType<typeof commentsOf>>[number];

export async function insertComment(
  db: Queries,
  comment: { contentId: number; authorId: number; body: string; bodyHtml: string; createdAt: Date },
): Promise<void> {
  await db.insert(comments).values(comment);
}
