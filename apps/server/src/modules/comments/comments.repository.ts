import { and, desc, eq, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { named } from "../../db/queries.ts";
import { comments, content, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";
import type { KeyOfCall, standIns } from "../../plugins/idempotency.ts";
import type { CommentNotice } from "../notifications/notices.ts";

const columns = {
  id: comments.id,
  contentId: comments.contentId,
  authorId: comments.authorId,
  authorName: users.name,
  body: comments.body,
  bodyHtml: comments.bodyHtml,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
};

/** An item's comments after a position, newest first. */
export async function commentsOf(db: Queries, contentId: number, after: Position | null, limit: number) {
  return db
    .select(columns)
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

/** A comment, with the facts that decide who may see its item. */
export async function findComment(db: Queries, id: number) {
  const [row] = await db
    .select({
      ...columns,
      itemAuthorId: content.authorId,
      itemIsPublished: sql<boolean>`${content.publishedRevisionId} is not null`,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .innerJoin(content, eq(content.id, comments.contentId))
    .where(eq(comments.id, id))
    .limit(1);
  return row ?? null;
}

export interface NewComment {
  readonly contentId: number;
  readonly authorId: number;
  readonly body: string;
  readonly bodyHtml: string;
  readonly createdAt: Date;
}

/** Without checks and without a notice. */
export async function insertComment(db: Queries, comment: NewComment): Promise<number> {
  const [row] = await db.insert(comments).values(comment).returning({ id: comments.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

const writing = named((db) =>
  db
    .select({
      id: sql<number>`comment_id`.mapWith(Number),
      authorName: sql<string>`writer_name`,
      firstStatus: sql<number | null>`first_status`,
      firstAnswer: sql<string | null>`first_answer`,
    })
    .from(
      sql`write_comment(
        ${sql.placeholder("contentId")}, ${sql.placeholder("authorId")}, ${sql.placeholder("body")}, ${sql.placeholder("bodyHtml")},
        ${sql.placeholder("createdAt")}, ${sql.placeholder("type")}, ${sql.placeholder("words")}, ${sql.placeholder("action")},
        ${sql.placeholder("url")}, ${sql.placeholder("called")}, ${sql.placeholder("hash")}, ${sql.placeholder("expired")},
        ${sql.placeholder("answerStatus")}, ${sql.placeholder("answerForm")}, ${sql.placeholder("number")}, ${sql.placeholder("text")})`,
    )
    .prepare("write_comment"),
);

/**
 * Writes a comment and the notice to the item's author as one statement (`write_comment` in migration 0017): it checks
 * that the author's account is active and the item published.
 */
export async function writeComment(db: Queries, { notice, key, unknown, ...comment }: CommentWrite) {
  const [row] = await writing(db).execute({ ...comment, ...notice, ...key, ...unknown });
  if (!row) throw new Error("write_comment returned no row");
  return row;
}

interface CommentWrite extends NewComment {
  readonly notice: CommentNotice;
  readonly key: KeyOfCall;
  readonly unknown: ReturnType<typeof standIns>;
}

interface Change {
  readonly body: string;
  readonly bodyHtml: string;
  readonly editedAt: Date;
}

/** Whether there was such a comment. */
export async function updateComment(db: Queries, id: number, change: Change): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set(change)
    .where(eq(comments.id, id))
    .returning({ id: comments.id });
  return rows.length > 0;
}

/** Whether there was such a comment. */
export async function deleteComment(db: Queries, id: number): Promise<boolean> {
  const rows = await db.delete(comments).where(eq(comments.id, id)).returning({ id: comments.id });
  return rows.length > 0;
}
