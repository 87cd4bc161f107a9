import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { IdParams } from "./paging.ts";

export const LikeState = Type.Object(
  {
    /** Exact number of members who like the item. */
    likes: Type.Integer({ minimum: 0 }),
    liked: Type.Boolean(),
  },
  { $id: "LikeState" },
);
export type LikeState = Static<typeof LikeState>;

export const likeContent = endpoint({
  name: "likeContent",
  method: "PUT",
  path: "/content/:id/like",
  summary: "Like an item; liking it again changes nothing",
  tag: "Likes",
  access: "member",
  keyed: true,
  params: IdParams,
  replies: { 200: LikeState },
  errors: ["content_not_found", "key_in_use"],
});

export const unlikeContent = endpoint({
  name: "unlikeContent",
  method: "DELETE",
  path: "/content/:id/like",
  summary: "Take a like back",
  tag: "Likes",
  access: "member",
  keyed: true,
  params: IdParams,
  replies: { 200: LikeState },
  errors: ["content_not_found", "key_in_use"],
});
