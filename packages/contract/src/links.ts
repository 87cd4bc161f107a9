import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { IdParams, Instant } from "./paging.ts";

const linkStates = ["alive", "failing", "dead", "unchecked"] as const;
export const LinkState = Type.Enum([...linkStates], { $id: "LinkState" });
export type LinkState = (typeof linkStates)[number];

/** A link of a published item (docs/rules.md#checks-of-links). */
export const Link = Type.Object(
  {
    url: Type.String(),
    state: LinkState,
    /** When it came into this state; of a dead link, its first failure. null while unchecked. */
    since: Type.Union([Instant, Type.Null()]),
    /** When it was last asked about, whether or not the answer said anything of it. */
    checked_at: Type.Union([Instant, Type.Null()]),
  },
  { $id: "Link" },
);
export type Link = Static<typeof Link>;

export const listLinks = endpoint({
  name: "listLinks",
  method: "GET",
  path: "/content/:id/links",
  summary: "The links of a published item, in the order of its text, and whether they still answer",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: { 200: Type.Object({ items: Type.Array(Link) }) },
  errors: ["content_not_found"],
});
