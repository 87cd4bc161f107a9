import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { CursorQuery, Id, IdParams, Instant } from "./paging.ts";

export const Comment = Type.Object(
  {
    id: Id,
    /** `id` as text, as the spec names it (docs/evidence/spec-clauses.md#s3-comments). */
    id_code: Type.String(),
    user_id: Id,
    user: Type.Object({
      name: Type.String(),
      /** 96 pixels square; null without one. Absent from a server with the specification's calls alone. */
      avatar_small_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      /** Whether the member has published something, and so an author page. Absent where `avatar_small_url` is. */
      has_page: Type.Optional(Type.Boolean()),
    }),
    author_name: Type.String(),
    body: Type.String(),
    /** `body` with safe links and code as HTML; who is mentioned and has an author page is linked to it. */
    body_html: Type.String(),
    created_at: Instant,
    /** Last change by its author; null while as first written. */
    edited_at: Type.Union([Instant, Type.Null()]),
    /** What this reader may do with the comment; the server checks again on every call. */
    can: Type.Object({ edit: Type.Boolean(), delete: Type.Boolean() }),
    /** The comment whose thread it answers in; null for one that answers none, or whose first comment was deleted. */
    reply_to: Type.Union([Id, Type.Null()]),
    /** Members whom its text names by `@` and their name. */
    mentions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { $id: "Comment" },
);
export type Comment = Static<typeof Comment>;

/** The spec's comments screen loads the comments of this item. */
export const specifiedItem = 1;

/**
 * The item whose comments `/home` shows (docs/rules.md#verified-rows-and-first-steps), given the newest published items and whether these are
 * all: the specified one, unless it is known not to be published. Then the newest with comments; null if there is none.
 */
export function commentedItem({
  items,
  isAll,
}: {
  items: readonly { id: number; comments: number }[];
  isAll: boolean;
}): number | null {
  if (!isAll || items.some(({ id }) => id === specifiedItem)) return specifiedItem;
  return items.find(({ comments }) => comments > 0)?.id ?? null;
}

export const listComments = endpoint({
  name: "listComments",
  method: "GET",
  path: "/content/:id/comments",
  summary: "An item's comments, newest first; X-Total-Count, X-Next-Cursor and Link lead on",
  tag: "Comments",
  access: "visitor",
  shared: true,
  params: IdParams,
  query: CursorQuery,
  replies: { 200: Type.Array(Comment) },
  errors: ["content_not_found", "invalid_cursor"],
});

/** A comment of a thread, with the thread's first one. */
export const CommentInThread = Type.Object(
  { comment: Comment, answered: Type.Union([Comment, Type.Null()]) },
  { $id: "CommentInThread" },
);
export type CommentInThread = Static<typeof CommentInThread>;

export const getComment = endpoint({
  name: "getComment",
  method: "GET",
  path: "/content/:id/comments/:comment",
  summary: "One of an item's comments, with the comment whose thread it answers in",
  tag: "Comments",
  access: "visitor",
  shared: true,
  params: Type.Object({ id: Id, comment: Id }),
  replies: { 200: CommentInThread },
  errors: ["content_not_found", "comment_not_found"],
});

/** At least one character that is not white space: empty comments are ignored by the screen and refused here. */
export const CommentDraft = Type.Object(
  { body: VisibleText(limits.commentLength) },
  { $id: "CommentDraft", additionalProperties: false },
);
export type CommentDraft = Static<typeof CommentDraft>;

/** With the comment of the same item that it answers. What answers an answer joins its thread. */
export const NewComment = Type.Object(
  { ...CommentDraft.properties, reply_to: Type.Optional(Id) },
  { $id: "NewComment", additionalProperties: false },
);
export type NewComment = Static<typeof NewComment>;

export const createComment = endpoint({
  name: "createComment",
  method: "POST",
  path: "/content/:id/comments",
  summary: "Comment on a published item, or answer a comment on it",
  tag: "Comments",
  access: "member",
  writes: true,
  keyed: true,
  params: IdParams,
  body: NewComment,
  replies: { 201: Comment },
  errors: ["content_not_found", "comment_not_found", "key_in_use", "quota_exceeded"],
});

export const editComment = endpoint({
  name: "editComment",
  method: "PATCH",
  path: "/comments/:id",
  summary: "Change one's own comment",
  tag: "Comments",
  access: "member",
  writes: true,
  params: IdParams,
  body: CommentDraft,
  replies: { 200: Comment },
  errors: ["comment_not_found", "not_allowed", "quota_exceeded"],
});

export const deleteComment = endpoint({
  name: "deleteComment",
  method: "DELETE",
  path: "/comments/:id",
  summary: "Delete one's own comment; verified admins delete any",
  tag: "Comments",
  access: "member",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Comment deleted") }) },
  errors: ["comment_not_found", "not_allowed"],
});

/** For completion of a mention; never an email. */
export const listMembers = endpoint({
  name: "listMembers",
  method: "GET",
  path: "/members",
  summary: "Up to 8 members whose name begins with a text, by name",
  tag: "Comments",
  access: "member",
  query: Type.Object({ prefix: Type.String({ maxLength: limits.nameLength, default: "" }) }),
  replies: { 200: Type.Object({ items: Type.Array(Type.Object({ id: Id, name: Type.String() })) }) },
  errors: [],
});
