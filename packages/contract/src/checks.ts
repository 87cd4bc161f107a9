import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { IdParams, Instant } from "./paging.ts";

/**
 * `passed`: it ran, and did what the text says. `parsed`: it was read and not run. `unchecked`: nothing here knows the
 * language, or checks are off.
 */
export const checkOutcomes = ["passed", "failed", "parsed", "unchecked"] as const;
export const CheckOutcome = Type.Enum([...checkOutcomes], { $id: "CheckOutcome" });
export type CheckOutcome = (typeof checkOutcomes)[number];

/** What a code block did that says `check` (docs/rules.md#d121). */
export const BlockCheck = Type.Object(
  {
    /** Its place among all code blocks of the text, from 1. */
    block: Type.Integer({ minimum: 1 }),
    /** As the text names it; empty where it names none. */
    language: Type.String(),
    outcome: CheckOutcome,
    /** What ran or parsed it, with its version; null where nothing did. */
    engine: Type.Union([Type.String(), Type.Null()]),
    /** null where nothing did. */
    ran_at: Type.Union([Instant, Type.Null()]),
    /** Blocks of one language and session run one after another; left out where a block runs alone. */
    session: Type.Optional(Type.String()),
    /** true: the text asks that it is parsed and not run, anywhere; left out elsewhere. */
    compiles_only: Type.Optional(Type.Boolean()),
    /** What it printed, and the error that ended it; left out where it printed nothing. */
    output: Type.Optional(Type.String()),
    /** What the text says it prints; left out where the text says nothing. */
    expected: Type.Optional(Type.String()),
  },
  { $id: "BlockCheck" },
);
export type BlockCheck = Static<typeof BlockCheck>;

export const ContentChecks = Type.Object(
  {
    items: Type.Array(BlockCheck),
    /** true: this text's blocks, or their newest engine, still have to run. */
    running: Type.Optional(Type.Boolean()),
    /** true: the site serves what runs Python in the reader's browser. */
    runs_python: Type.Optional(Type.Boolean()),
  },
  { $id: "ContentChecks" },
);
export type ContentChecks = Static<typeof ContentChecks>;

export const getChecks = endpoint({
  name: "getChecks",
  method: "GET",
  path: "/content/:id/checks",
  summary:
    "What the checked code blocks of an item did when Cairn ran them; its author and verified admins may name a revision",
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

export const checkText = endpoint({
  name: "checkText",
  method: "POST",
  path: "/content/check",
  summary: "Run the checked code blocks of a text that has not been sent",
  tag: "Writing",
  access: "member",
  body: Type.Object(
    { body: Type.String({ minLength: 1, maxLength: limits.bodyLength }) },
    { additionalProperties: false },
  ),
  replies: { 200: ContentChecks },
  errors: [],
});
