import type { Comment } from "@cairn/contract";
import { publicAddress } from "../../lib/public-address.ts";
import type { Viewer } from "../users/users.policy.ts";
import { canDelete, canEdit } from "./comments.policy.ts";
import type { CommentRow } from "./comments.repository.ts";
import { linkMentions } from "./link-mentions.ts";

export const presentComment = (row: CommentRow, viewer: Viewer | null): Comment => ({
  id: row.id,
  id_code: String(row.id),
  user_id: row.authorId,
  user: {
    name: row.authorName,
    avatar_small_url: row.authorPhoto && publicAddress(row.authorPhoto),
    has_page: row.authorHasPage,
  },
  author_name: row.authorName,
  body: row.body,
  body_html: linkMentions(row.bodyHtml, row.mentions),
  created_at: row.createdAt.toISOString(),
  edited_at: row.editedAt?.toISOString() ?? null,
  can: { edit: canEdit(viewer, row), delete: canDelete(viewer, row) },
  reply_to: row.replyTo,
  mentions: row.mentions.map(({ id, name }) => ({ id, name })),
});
