import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { CursorQuery, Id, IdParams, Instant } from "./paging.ts";

export const Comment = Type.Object(
  {
    id: Id,
    /** `id` as text, as the spec names it (section 3). */
    id_code: Type.String(),
    user_id: Id,
    user: Type.Object({ name: Type.String() }),
    body: Type.String(),
    /** `body` with safe links and code as HTML. */
    body_html: Type.String(),
    created_at: Instant,
  },
  { $id: "Comment" },
);
export type Comment = Static<typeof Comment>;

export const listComments = endpoint({
  name: "listComments",
  method: "GET",
  path: "/content/:id/comments",
  summary: "An item's comments, newest first; X-Total-Count, X-Next-Cursor and Link lead on",
  tag: "Comments",
  access: "visitor",
  params: IdParams,
  query: CursorQuery,
  replies: { 200: Type.Array(Comment) },
  errors: ["content_not_found", "invalid_cursor"],
});
