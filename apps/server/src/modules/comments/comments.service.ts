import {
  type Comment,
  type CommentDraft,
  type CommentInThread,
  limits,
  type NewComment,
} from "@cairn/contract";
import type { Bearer } from "../../calls/bearer.ts";
import type { Transact } from "../../calls/idempotency.ts";
import type { Database } from "../../db/database.ts";
import { AppError, ensure } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import type { RateLimits } from "../../rate-limits/rate-limits.ts";
import { canRead } from "../content/content.policy.ts";
import type { ContentService } from "../content/content.service.ts";
import type { StorageService } from "../media/storage.service.ts";
import type { NotificationService } from "../notifications/notifications.service.ts";
import type { RenderingService } from "../rendering/rendering.service.ts";
import type { UserService } from "../users/users.service.ts";
import type { WebhookService } from "../webhooks/webhooks.service.ts";
import { canDelete, canEdit } from "./comments.policy.ts";
import { presentComment } from "./comments.presenter.ts";
import {
  commentsOf,
  deleteComment,
  findAuthor,
  findComment,
  insertComment,
  insertMentions,
  lockPublished,
  type Member,
  membersByPrefix,
  membersNamed,
  updateComment,
} from "./comments.repository.ts";
import { findMentions } from "./mentions.ts";

/** Members offered for a beginning of their name. */
const completions = 8;
/** Members looked at for the names in one comment. */
const namesakes = 200;

interface Dependencies {
  db: Database;
  users: UserService;
  content: ContentService;
  notifications: Pick<NotificationService, "notifyOfComment" | "withdrawOfComment">;
  webhooks: Pick<WebhookService, "announce">;
  rendering: RenderingService;
  storage: Pick<StorageService, "ensureMayWrite">;
  rateLimits: RateLimits;
  clock: Clock;
}

interface CommentPage {
  readonly comments: Comment[];
  readonly total: number;
  readonly next: string | null;
}

export function createCommentService({
  db,
  users,
  content,
  notifications,
  webhooks,
  rendering,
  storage,
  rateLimits,
  clock,
}: Dependencies) {
  const takeTurn = ({ userId }: Bearer) => rateLimits.take("commentByUser", String(userId));

  /** Uses one try for each newly mentioned member other than the author. @throws AppError too_many_requests */
  async function takeMentions({ userId }: Bearer, named: readonly Member[], before: readonly Member[] = []) {
    const others = named.filter(({ id }) => id !== userId && before.every((member) => member.id !== id));
    if (others.length > 0) await rateLimits.take("mentionByUser", String(userId), others.length);
  }

  /** A comment and the viewer. @throws AppError comment_not_found, also if the viewer may not see its item. */
  async function findKnown({ userId }: Bearer, id: number) {
    const viewer = await users.viewer(userId);
    const comment = await findComment(db.query, id);
    const item = comment && { authorId: comment.itemAuthorId, isPublished: comment.itemIsPublished };
    if (!item || !canRead(viewer, item)) throw new AppError("comment_not_found");
    return { comment, viewer };
  }

  /** The trimmed text, its HTML, and its prose, in which mentions are found; rendered before any transaction begins. */
  async function textOf({ userId }: Bearer, draft: CommentDraft) {
    const body = draft.body.trim();
    const { html: bodyHtml, prose } = await rendering.comment(userId, body);
    return { text: { body, bodyHtml }, prose };
  }

  const mentionsOf = (prose: string) =>
    findMentions(prose, (names) => membersNamed(db.query, names, namesakes));

  /** The comment that a comment on this item answers. @throws AppError comment_not_found */
  async function findAnswered(contentId: number, id: number | undefined) {
    if (id === undefined) return { replyTo: null, answered: null };
    const comment = await findComment(db.query, id);
    if (comment?.contentId !== contentId) throw new AppError("comment_not_found");
    return { replyTo: comment.replyTo ?? id, answered: comment.authorId };
  }

  return {
    /** @throws AppError content_not_found for an item that this reader may not see. */
    async list(
      bearer: Bearer | null,
      contentId: number,
      { cursor, per_page: perPage = limits.perPageMax }: { cursor?: string; per_page?: number },
    ): Promise<CommentPage> {
      const { viewer, comments: total } = await content.ensureReadable(bearer, contentId);
      const after = cursor === undefined ? null : decodeCursor(cursor);
      const rows = await commentsOf(db.query, contentId, after, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      const next = last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null;
      return { comments: shown.map((row) => presentComment(row, viewer)), total, next };
    },

    /** @throws AppError content_not_found as the list does, comment_not_found if the item has no such comment. */
    async get(bearer: Bearer | null, contentId: number, id: number): Promise<CommentInThread> {
      const { viewer } = await content.ensureReadable(bearer, contentId);
      const row = await findComment(db.query, id);
      if (row?.contentId !== contentId) throw new AppError("comment_not_found");
      const answered = row.replyTo === null ? null : await findComment(db.query, row.replyTo);
      return {
        comment: presentComment(row, viewer),
        answered: answered && presentComment(answered, viewer),
      };
    },

    /**
     * @throws AppError session_ended, content_not_found for an item that is not published, even for its author,
     * comment_not_found if it has no such comment to answer.
     */
    async create(
      bearer: Bearer,
      contentId: number,
      draft: NewComment,
      transact: Transact<Comment>,
    ): Promise<Comment> {
      await takeTurn(bearer);
      await storage.ensureMayWrite(db.query, bearer.userId);
      const { userId: authorId } = bearer;
      const { text, prose } = await textOf(bearer, draft);
      const { replyTo, answered } = await findAnswered(contentId, draft.reply_to);
      const [mentions, author] = await Promise.all([mentionsOf(prose), findAuthor(db.query, authorId)]);
      ensure(author, "session_ended");
      await takeMentions(bearer, mentions);
      const comment = { contentId, authorId, ...text, createdAt: clock(), replyTo };
      return transact(async (tx) => {
        const item = await lockPublished(tx, contentId);
        ensure(item, "content_not_found");
        const id = await insertComment(tx, comment);
        await insertMentions(tx, id, mentions);
        const { title } = item;
        await webhooks.announce(tx, { event: "comment.created", commentId: id, contentId, title, authorId });
        const by = { id: authorId, name: author.name };
        const told = { id, contentId, by, answeredId: answered, mentioned: mentions };
        await notifications.notifyOfComment(tx, told, item);
        return presentComment(
          {
            ...comment,
            id,
            authorName: author.name,
            authorPhoto: author.photo,
            authorHasPage: author.hasPage,
            editedAt: null,
            mentions,
          },
          { userId: authorId, verifiedAdmin: false },
        );
      });
    },

    /** Only the author may change a comment. An unchanged text does not count as an edit. An edit notifies nobody. */
    async edit(bearer: Bearer, id: number, draft: CommentDraft): Promise<Comment> {
      await takeTurn(bearer);
      await storage.ensureMayWrite(db.query, bearer.userId);
      const { comment, viewer } = await findKnown(bearer, id);
      ensure(canEdit(viewer, comment), "not_allowed");
      const { text, prose } = await textOf(bearer, draft);
      if (text.body === comment.body) return presentComment(comment, viewer);
      const change = { ...text, editedAt: clock() };
      const mentions = await mentionsOf(prose);
      await takeMentions(bearer, mentions, comment.mentions);
      const isThere = await db.transaction((tx) => updateComment(tx, id, change, mentions));
      ensure(isThere, "comment_not_found");
      return presentComment({ ...comment, ...change, mentions }, viewer);
    },

    async remove(bearer: Bearer, id: number): Promise<void> {
      await takeTurn(bearer);
      const { comment, viewer } = await findKnown(bearer, id);
      ensure(canDelete(viewer, comment), "not_allowed");
      await db.transaction(async (tx) => {
        ensure(await deleteComment(tx, id), "comment_not_found");
        await notifications.withdrawOfComment(tx, id);
      });
    },

    /** The comment, if this member may see it. @throws AppError comment_not_found */
    ensureReadable: async (bearer: Bearer, id: number): Promise<{ contentId: number }> =>
      (await findKnown(bearer, id)).comment,

    /** For completion of a mention. */
    async members({ userId }: Bearer, prefix: string): Promise<Member[]> {
      await users.active(userId);
      return membersByPrefix(db.query, prefix.trimStart(), completions);
    },
  };
}
export type CommentService = ReturnType<typeof createCommentService>;
