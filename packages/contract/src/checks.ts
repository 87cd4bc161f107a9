import { type Static, Type } from "typebox";
import { Person } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { IdParams, Instant } from "./paging.ts";

/** What a reviewer's browser saw of a code block that says `check` (docs/rules.md#marked-code). `unrun`: it ran nothing. */
export const checkOutcomes = ["passed", "failed", "unrun"] as const;
export const CheckOutcome = Type.Enum([...checkOutcomes], { $id: "CheckOutcome" });
export type CheckOutcome = (typeof checkOutcomes)[number];

/** `fails`: the block must fail. `compiles`: it is parsed, not run. */
export const checkModes = ["runs", "fails", "compiles"] as const;
export type CheckMode = (typeof checkModes)[number];

export const BlockCheck = Type.Object(
  {
    /** Its position among all code blocks of the text, from 1. */
    block: Type.Integer({ minimum: 1 }),
    /** As the text names it; empty where it names none. */
    language: Type.String(),
    outcome: CheckOutcome,
    /** When the reviewer decided, and who; null until somebody has. */
    ran_at: Type.Union([Instant, Type.Null()]),
    by: Type.Union([Person, Type.Null()]),
    code: Type.String(),
    mode: Type.Enum([...checkModes]),
    /** Blocks of one language and session run one after another; left out where a block runs alone. */
    session: Type.Optional(Type.String()),
    /** What the text says it prints; left out where the text says nothing. */
    expected: Type.Optional(Type.String()),
  },
  { $id: "BlockCheck" },
);
export type BlockCheck = Static<typeof BlockCheck>;

export const ContentChecks = Type.Object(
  {
    items: Type.Array(BlockCheck),
    /** The one that these blocks are of; left out for a text that has not been sent. */
    revision: Type.Optional(Type.Integer({ minimum: 1 })),
    /** true: the site serves what runs Python in a browser. */
    runs_python: Type.Optional(Type.Boolean()),
  },
  { $id: "ContentChecks" },
);
export type ContentChecks = Static<typeof ContentChecks>;

/** With a decision: what the reviewer's browser saw. A marked block that is not named was not run. */
export const SeenOutcomes = Type.Array(
  Type.Object(
    { block: Type.Integer({ minimum: 1, maximum: 100_000 }), outcome: CheckOutcome },
    { additionalProperties: false },
  ),
  { maxItems: 1_000 },
);
export type SeenOutcomes = Static<typeof SeenOutcomes>;

export const getChecks = endpoint({
  name: "getChecks",
  method: "GET",
  path: "/content/:id/checks",
  summary:
    "What the code blocks that say `check` did in the browser of the reviewer who decided last; the server runs none of them. The item's author and verified admins may name a revision",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  query: Type.Object(
    { revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })) },
    { additionalProperties: false },
  ),
  replies: { 200: ContentChecks },
  errors: ["content_not_found", "revision_not_found"],
});
