import { and, desc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { KeyOfCall, placeholders } from "../../calls/idempotency.ts";
import type { Queries, Transaction } from "../../db/database.ts";
import { hasPage, photoOf } from "../../db/fragments.ts";
import { named } from "../../db/queries.ts";
import { commentMentions, comments, content, users } from "../../db/schema.ts";
import type { Position } from "../../lib/cursor.ts";
import { beginningWith } from "../../lib/like-pattern.ts";
import type { CommentNotice } from "../notifications/notices.ts";

export interface Member {
  readonly id: number;
  readonly name: string;
}

export interface Mentioned extends Member {
  readonly hasPage: boolean;
}

const faceStatement = named((db) =>
  db
    .select({ authorPhoto: photoOf(), authorHasPage: hasPage(sql`users.id`) })
    .from(users)
    .where(eq(users.id, sql.placeholder("id")))
    .prepare("face_of_member"),
);

/** What a comment shows of its author besides the name. */
export const faceOf = async (db: Queries, id: number) =>
  (await faceStatement(db).execute({ id }))[0] ?? { authorPhoto: null, authorHasPage: false };

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

/** Without checks and without a notice. */
export async function insertComment(db: Queries, comment: CommentFacts): Promise<number> {
  const [row] = await db.insert(comments).values(comment).returning({ id: comments.id });
  if (!row) throw new Error("insert returned no row");
  return row.id;
}

const writeCommentStatement = named((db) =>
  db
    .select({
      id: sql<number>`comment_id`.mapWith(Number),
      authorName: sql<string>`writer_name`,
      firstStatus: sql<number | null>`first_status`,
      firstAnswer: sql<string | null>`first_answer`,
    })
    .from(
      sql`write_comment(
        item => ${sql.placeholder("contentId")}, writer => ${sql.placeholder("authorId")}, source => ${sql.placeholder("body")},
        html => ${sql.placeholder("bodyHtml")}, at => ${sql.placeholder("createdAt")}, thread => ${sql.placeholder("replyTo")},
        answered => ${sql.placeholder("answered")}, mentioned => ${sql.placeholder("mentioned")}, notice_type => ${sql.placeholder("type")},
        comment_words => ${sql.placeholder("words")}, answer_words => ${sql.placeholder("answerWords")}, mention_words => ${sql.placeholder("mentionWords")},
        notice_action => ${sql.placeholder("action")}, notice_url => ${sql.placeholder("url")}, idempotency_key => ${sql.placeholder("idempotencyKey")},
        hash => ${sql.placeholder("hash")}, expired => ${sql.placeholder("expired")}, answer_status => ${sql.placeholder("answerStatus")},
        answer_form => ${sql.placeholder("answerForm")}, id_stand_in => ${sql.placeholder("number")}, name_stand_in => ${sql.placeholder("text")})`,
    )
    .prepare("write_comment"),
);

/**
 * Writes a comment, its mentions and its notices as one statement (`write_comment` in db/migrations/0009_comments_and_likes.sql): it checks that
 * the author's account is active, the item published and the thread there.
 */
export async function writeComment(db: Queries, { notice, key, unknown, ...comment }: CommentWrite) {
  const [row] = await writeCommentStatement(db).execute({ ...comment, ...notice, ...key, ...unknown });
  if (!row) throw new Error("write_comment returned no row");
  return row;
}

interface CommentWrite extends CommentFacts {
  /** The author of the comment that it answers. */
  readonly answered: number | null;
  /** Ids of the members that it names. */
  readonly mentioned: readonly number[];
  readonly notice: CommentNotice;
  readonly key: KeyOfCall;
  readonly unknown: ReturnType<typeof placeholders>;
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
  mentioned: readonly number[],
): Promise<boolean> {
  const rows = await tx
    .update(comments)
    .set(change)
    .where(eq(comments.id, id))
    .returning({ id: comments.id });
  if (rows.length === 0) return false;
  await tx.delete(commentMentions).where(eq(commentMentions.commentId, id));
  const added = mentioned.map((userId) => ({ commentId: id, userId }));
  if (added.length > 0) await tx.insert(commentMentions).values(added);
  return true;
}

/**
 * Deletes a comment with its notices (`withdraw_notices` in migrations/0011_notifications.sql). @returns whether it
 * existed
 */
export async function deleteComment(db: Queries, id: number): Promise<boolean> {
  const rows = await db.delete(comments).where(eq(comments.id, id)).returning({ id: comments.id });
  return rows.length > 0;
}

/** Names as they stand in the index active_users_by_name. */
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
