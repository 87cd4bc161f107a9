import { type Comment, limits } from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { decodeCursor, encodeCursor } from "../../lib/cursor.ts";
import type { Bearer } from "../auth/sessions.ts";
import type { ContentService } from "../content/content.service.ts";
import { presentComment } from "./comments.presenter.ts";
import { commentsOf } from "./comments.repository.ts";

interface CommentPage {
  readonly comments: Comment[];
  readonly total: number;
  readonly next: string | null;
}

export function createCommentService({ db, content }: { db: Database; content: ContentService }) {
  return {
    /** @throws AppError content_not_found for an item that this reader may not know of. */
    async list(
      bearer: Bearer | null,
      contentId: number,
      { cursor, per_page: perPage = limits.perPageMax }: { cursor?: string; per_page?: number },
    ): Promise<CommentPage> {
      const { comments: total } = await content.ensureReadable(bearer, contentId);
      const after = cursor === undefined ? null : decodeCursor(cursor);
      const rows = await commentsOf(db.query, contentId, after, perPage + 1);
      const shown = rows.slice(0, perPage);
      const last = shown.at(-1);
      const next = last && rows.length > perPage ? encodeCursor({ at: last.createdAt, id: last.id }) : null;
      return { comments: shown.map((row) => presentComment(row, null)), total, next };
    },
  };
}
export type CommentService = ReturnType<typeof createCommentService>;
