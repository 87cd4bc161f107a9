import { and, desc, eq, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/database.ts";
import { violates } from "../../db/errors.ts";
import { hasPage, photoOf } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { commentMentions, comments, content, users } from "../../db/schema.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Position } from "../../lib/cursor.ts";
import { beginningWith } from "../../lib/like-pattern.ts";

export interface Member {
  readonly id: number;
  readonly name: string;
}

export interface Mentioned extends Member {
  readonly hasPage: boolean;
}

const authorStatement = named((db) =>
  db
    .select({ name: users.name, photo: photoOf(), hasPage: hasPage(sql`users.id`) })
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), eq(users.active, true)))
    .prepare("author_of_comment"),
);

/** What a comment shows of its author; null for an account that is not active. */
export const findAuthor = async (db: Queries, id: number) =>
  (await authorStatement(db).execute({ id }))[0] ?? null;

const columns = {
  id: comments.id,
  contentId: comments.contentId,
  authorId: comments.authorId,
  authorName: users.name,
  authorPhoto: photoOf(),
  authorHasPage: hasPage(sql`users.id`),
  body: comments.body,
  bodyHtml: comments.bodyHtml,
  createdAt: comments.createdAt,
  editedAt: comments.editedAt,
  replyTo: comments.replyTo,
  mentions: sql<Mentioned[]>`(
    select coalesce(json_agg(json_build_object(
      'id', mentioned.id, 'name', mentioned.name, 'hasPage', ${hasPage(sql`mentioned.id`)}
    ) order by mentioned.id), '[]')
    from ${commentMentions} join ${users} mentioned on mentioned.id = ${commentMentions.userId}
    where ${commentMentions.commentId} = ${comments.id}
  )`,
};

const commentsWhere = (db: Queries, isAfter?: SQL) =>
  db
    .select(columns)
    .from(comments)
    .innerJoin(users, eq(users.id, comments.authorId))
    .where(and(eq(comments.contentId, sql.placeholder("contentId")), isAfter))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(sql.placeholder("limit"));
const newestComments = named((db) => commentsWhere(db).prepare("newest_comments"));
const commentsAfter = named((db) =>
  commentsWhere(
    db,
    sql`(${comments.createdAt}, ${comments.id}) < (${sql.placeholder("at")}, ${sql.placeholder("id")})`,
  ).prepare("comments_after"),
);

/** An item's comments after a position, newest first. */
export const commentsOf = (db: Queries, contentId: number, after: Position | null, limit: number) =>
  after
    ? commentsAfter(db).execute({ contentId, limit, ...after })
    : newestComments(db).execute({ contentId, limit });
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

export interface CommentFacts {
  readonly contentId: number;
  readonly authorId: number;
  readonly body: string;
  readonly bodyHtml: string;
  readonly createdAt: Date;
  readonly replyTo: number | null;
}

const insertStatement = named((db) => {
  const { placeholder } = sql;
  return db
    .insert(comments)
    .values({
      contentId: placeholder("contentId"),
      authorId: placeholder("authorId"),
      body: placeholder("body"),
      bodyHtml: placeholder("bodyHtml"),
      createdAt: placeholder("createdAt"),
      replyTo: placeholder("replyTo"),
    })
    .returning({ id: comments.id })
    .prepare("insert_comment");
});
/** @throws AppError comment_not_found if the comment at the head of its thread is gone */
export async function insertComment(db: Queries, comment: CommentFacts): Promise<number> {
  const [row] = await insertStatement(db)
    .execute({ ...comment })
    .catch((error: unknown) => {
      throw violates(error, "comments_reply_to_fkey") ? new AppError("comment_not_found") : error;
    });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

const lockStatement = named((db) =>
  db
    .select({ authorId: content.authorId, title: content.publishedTitle })
    .from(content)
    .where(and(eq(content.id, sql.placeholder("contentId")), isNotNull(content.publishedRevisionId)))
    .for("no key update")
    .prepare("lock_for_comment"),
);
/**
 * What notices say of a published item, locked until the transaction ends: its count of comments changes, and no decision
 * takes it from readers meanwhile. null for an item that is not published.
 */
export async function lockPublished(tx: Transaction, contentId: number) {
  const [row] = await lockStatement(tx).execute({ contentId });
  return row?.title == null ? null : { authorId: row.authorId, title: row.title };
}

export async function insertMentions(
  tx: Transaction,
  commentId: number,
  mentioned: readonly Member[],
): Promise<void> {
  const rows = mentioned.map(({ id }) => ({ commentId, userId: id }));
  if (rows.length > 0) await tx.insert(commentMentions).values(rows);
}

interface Change {
  readonly body: string;
  readonly bodyHtml: string;
  readonly editedAt: Date;
}

/** Changes a comment and the members that it mentions. @returns whether it exists */
export async function updateComment(
  tx: Transaction,
  id: number,
  change: Change,
  mentioned: readonly Member[],
): Promise<boolean> {
  const rows = await tx
    .update(comments)
    .set(change)
    .where(eq(comments.id, id))
    .returning({ id: comments.id });
  if (rows.length === 0) return false;
  await tx.delete(commentMentions).where(eq(commentMentions.commentId, id));
  await insertMentions(tx, id, mentioned);
  return true;
}

/** @returns whether it existed */
export async function deleteComment(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.delete(comments).where(eq(comments.id, id)).returning({ id: comments.id });
  return rows.length > 0;
}

/** Names as the index active_users_by_name stores them. */
const folded = (name: SQL | SQLWrapper) => sql`lower(${name}) collate "C"`;

/** Active members whose name begins with `prefix`, ignoring case, by name. */
export async function membersByPrefix(db: Queries, prefix: string, limit: number): Promise<Member[]> {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.active, true), sql`${folded(users.name)} like lower(${beginningWith(prefix)})`))
    .orderBy(folded(users.name), users.id)
    .limit(limit);
}

/** Active members with one of these names, ignoring case; `at` is the index in `names`. */
export async function membersNamed(
  db: Queries,
  names: readonly string[],
  limit: number,
): Promise<(Mentioned & { readonly at: number })[]> {
  const asked = sql`unnest(${sql.param(names)}::text[]) with ordinality as asked (name, place)`;
  return db
    .select({
      id: users.id,
      name: users.name,
      hasPage: hasPage(sql`users.id`),
      at: sql<number>`asked.place - 1`.mapWith(Number),
    })
    .from(asked)
    .innerJoin(users, and(eq(users.active, true), sql`${folded(users.name)} = ${folded(sql`asked.name`)}`))
    .orderBy(sql`asked.place`, users.id)
    .limit(limit);
}
