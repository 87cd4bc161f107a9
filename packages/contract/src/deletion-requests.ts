import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { Cursor, CursorQuery, Id, IdParams, Instant } from "./paging.ts";

/** How many days a member can take an approved request back. */
export const erasingDays = 14;

/** What becomes of the posts and comments: they stay as those of "A former member", or they go. */
export const postsChoices = ["keep", "withdraw"] as const;
export const PostsChoice = Type.Enum([...postsChoices], { $id: "PostsChoice" });
export type PostsChoice = (typeof postsChoices)[number];

const Reason = VisibleText(limits.reasonLength);
const Count = Type.Integer({ minimum: 0, maximum: 10_000 });

export const requestDeletion = endpoint({
  name: "requestDeletion",
  method: "POST",
  path: "/profiles/me/deletion-request",
  summary:
    "Ask the admins to erase one's account. Asking again while a request is open or approved changes nothing",
  tag: "Profiles",
  access: "member",
  body: Type.Union([
    Type.Object(
      {
        /** "keep" if left out. */
        posts: Type.Optional(PostsChoice),
        reason: Type.Optional(Reason),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ]),
  replies: { 201: Type.Object({ message: Type.Literal("Deletion requested") }) },
  errors: [],
});

/** A member's own request. */
export const OwnDeletionRequest = Type.Object(
  {
    state: Type.Enum(["none", "asked", "approved", "refused"]),
    /** null without a request, as what follows. */
    posts: Type.Union([PostsChoice, Type.Null()]),
    created_at: Type.Union([Instant, Type.Null()]),
    /** When the account is erased, once that is approved; until then it can be taken back. */
    erased_at: Type.Union([Instant, Type.Null()]),
    /** Why it was refused. */
    refusal: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: "OwnDeletionRequest" },
);
export type OwnDeletionRequest = Static<typeof OwnDeletionRequest>;

export const getDeletionRequest = endpoint({
  name: "getDeletionRequest",
  method: "GET",
  path: "/profiles/me/deletion-request",
  summary: "What became of one's request to erase the account",
  tag: "Profiles",
  access: "member",
  replies: { 200: OwnDeletionRequest },
  errors: [],
});

export const takeBackDeletion = endpoint({
  name: "takeBackDeletion",
  method: "DELETE",
  path: "/profiles/me/deletion-request",
  summary:
    "Take back one's request, also an approved one until the account is erased. Without a request this changes nothing",
  tag: "Profiles",
  access: "member",
  replies: { 200: Type.Object({ message: Type.Literal("Deletion request taken back") }) },
  errors: [],
});

export const DeletionRequest = Type.Object(
  {
    id: Id,
    user: Type.Object({ id: Id, name: Type.String(), email: Type.String() }),
    posts: PostsChoice,
    reason: Type.Union([Type.String(), Type.Null()]),
    /** What is erased, or loses its name; at most 10,000 of each are counted. */
    means: Type.Object({
      /** Published posts. */
      posts: Count,
      comments: Count,
      /** Decisions in the ledger. */
      reviews: Count,
    }),
    created_at: Instant,
  },
  { $id: "DeletionRequest" },
);
export type DeletionRequest = Static<typeof DeletionRequest>;

export const listDeletionRequests = endpoint({
  name: "listDeletionRequests",
  method: "GET",
  path: "/admin/deletion-requests",
  summary: "Open requests, the oldest first, 20 a page. Deactivating the account closes its request",
  tag: "Admin",
  access: "verifiedAdmin",
  query: CursorQuery,
  replies: {
    200: Type.Object({
      items: Type.Array(DeletionRequest),
      next: Type.Union([Cursor, Type.Null()]),
      total: Type.Integer({ minimum: 0 }),
    }),
  },
  errors: ["invalid_cursor"],
});

export const approveDeletion = endpoint({
  name: "approveDeletion",
  method: "POST",
  path: "/admin/deletion-requests/:id/approve",
  summary: `Approve a request: the account is erased ${erasingDays} days later, unless its member takes that back. Approving again changes nothing`,
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Type.Object({ erased_at: Instant }) },
  errors: ["deletion_request_not_found", "deletion_request_decided"],
});

export const refuseDeletion = endpoint({
  name: "refuseDeletion",
  method: "POST",
  path: "/admin/deletion-requests/:id/refuse",
  summary: "Refuse a request, with a reason for its member. Refusing again changes nothing",
  tag: "Admin",
  access: "verifiedAdmin",
  params: IdParams,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  replies: { 200: Type.Object({ message: Type.Literal("Deletion refused") }) },
  errors: ["deletion_request_not_found", "deletion_request_decided"],
});
