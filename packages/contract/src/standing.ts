import { type Static, Type } from "typebox";
import { DeskItem } from "./admin-desk.ts";
import { SeenOutcomes } from "./checks.ts";
import { ContentItem, Person } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { Cursor, Id, IdParams, Instant } from "./paging.ts";
import { Label } from "./writing.ts";

/** What keeps the mark true after an approval (docs/rules.md#standing): renewing, replacing, and ends of versions. */

const Count = Type.Integer({ minimum: 0 });
const Words = VisibleText(limits.reasonLength);
/** The published revision, as it was read. */
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** `last_decision.seq` as the reviewer saw it; 0 for none. If there is a newer decision: 409. */
const Seen = Type.Optional(Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 }));

export const Reaffirmation = Type.Object(
  {
    revision: RevisionNumber,
    seen: Seen,
    /** null: without end; left out: now and the category's interval. */
    good_until: Type.Optional(Type.Union([Instant, Type.Null()])),
    /** Left out: what an earlier decision says of the code stays. Code that failed or was not run needs a note. */
    checks: Type.Optional(SeenOutcomes),
    /** For the item's author, as with an approval. */
    note: Type.Optional(Words),
  },
  { $id: "Reaffirmation", additionalProperties: false },
);
export type Reaffirmation = Static<typeof Reaffirmation>;

export const reaffirmContent = endpoint({
  name: "reaffirmContent",
  method: "POST",
  path: "/admin/content/:id/reaffirm",
  summary: "Still true: give the published revision a new date. Does not lift the end of a version it names",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: Reaffirmation,
  bodySize: "decision",
  replies: { 200: DeskItem },
  errors: ["content_not_found", "decision_stale", "checks_failed", "log_behind", "key_in_use"],
});

export const NeedsWork = Type.Object(
  { revision: RevisionNumber, reason: Words, seen: Seen },
  { $id: "NeedsWork", additionalProperties: false },
);
export type NeedsWork = Static<typeof NeedsWork>;

export const askForWork = endpoint({
  name: "askForWork",
  method: "POST",
  path: "/admin/content/:id/needs-work",
  summary: "Tell the author what is no longer true; the item is due until a new revision is approved",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: NeedsWork,
  replies: { 200: DeskItem },
  errors: ["content_not_found", "decision_stale", "key_in_use"],
});

/** The public item that replaces it; null: none does any more. */
export const Successor = Type.Object(
  { by: Type.Union([Id, Type.Null()]) },
  { $id: "Successor", additionalProperties: false },
);
export type Successor = Static<typeof Successor>;

export const supersedeContent = endpoint({
  name: "supersedeContent",
  method: "POST",
  path: "/admin/content/:id/supersede",
  summary: "Name the public item that replaces this one; null takes that back",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: Successor,
  replies: { 200: DeskItem },
  errors: ["content_not_found", "decision_stale", "cannot_supersede", "log_behind", "key_in_use"],
});

export const supersedeOwnContent = endpoint({
  name: "supersedeOwnContent",
  method: "POST",
  path: "/content/:id/supersede",
  summary: "Name the public item that replaces an own one; null takes back what its author named",
  tag: "Writing",
  access: "member",
  writes: true,
  params: IdParams,
  body: Successor,
  replies: { 200: ContentItem },
  errors: ["content_not_found", "not_allowed", "cannot_supersede", "log_behind"],
});

export const StillTrue = Type.Object(
  { revision: RevisionNumber, note: Type.Optional(Words) },
  { $id: "StillTrue", additionalProperties: false },
);
export type StillTrue = Static<typeof StillTrue>;

/** An author's word that the published revision still holds; a reviewer confirms it. */
const AuthorsWord = Type.Object({
  revision: RevisionNumber,
  note: Type.Union([Type.String(), Type.Null()]),
  said_at: Instant,
});

export const sayStillTrue = endpoint({
  name: "sayStillTrue",
  method: "POST",
  path: "/content/:id/still-true",
  summary: "Tell the reviewers that an own published item still holds; saying it again replaces the note",
  tag: "Writing",
  access: "member",
  writes: true,
  params: IdParams,
  body: StillTrue,
  replies: { 200: AuthorsWord },
  errors: ["content_not_found", "not_allowed", "decision_stale"],
});

/** An item to renew. */
export const DueItem = Type.Object(
  {
    ...DeskItem.properties,
    /** It still holds, and is due within 30 days. */
    due_soon: Type.Boolean(),
    /** What its author has said since the last approval or renewal. */
    still_true: Type.Union([AuthorsWord, Type.Null()]),
    /** The newest comments since then that say it is outdated, 3 at most. */
    remarks: Type.Array(Type.Object({ id: Id, by: Person, body: Type.String(), created_at: Instant })),
  },
  { $id: "DueItem" },
);
export type DueItem = Static<typeof DueItem>;

export const listDue = endpoint({
  name: "listDue",
  method: "GET",
  path: "/admin/due",
  summary: "Published items that are outdated, due, or due within 30 days, the most read first, 20 a page",
  tag: "Review desk",
  access: "verifiedAdmin",
  query: Type.Object({ cursor: Type.Optional(Cursor) }, { additionalProperties: false }),
  replies: {
    200: Type.Object({
      items: Type.Array(DueItem),
      next: Type.Union([Cursor, Type.Null()]),
      /** All of them. */
      total: Count,
      /** Verifications that end in the next 30 days (UTC), today first; days without any too. */
      days: Type.Array(Type.Object({ day: Type.String({ format: "date" }), items: Count })),
    }),
  },
  errors: ["invalid_cursor"],
});

export const LabelEntry = Type.Object(
  {
    label: Type.String(),
    /** Published items that name it: as many as its end makes outdated. */
    items: Count,
    /** From this day (UTC) on what names it is outdated; null: it has not ended. */
    ended_on: Type.Union([Type.String({ format: "date" }), Type.Null()]),
  },
  { $id: "LabelEntry" },
);
export type LabelEntry = Static<typeof LabelEntry>;

export const listLabels = endpoint({
  name: "listLabels",
  method: "GET",
  path: "/labels",
  summary: "What published items apply to and what has ended, the most used first, 100 at most",
  tag: "Content",
  access: "visitor",
  shared: true,
  query: Type.Object(
    /** Only labels that begin with it, in any case. */
    { prefix: Type.Optional(Type.String({ maxLength: limits.labelLength })) },
    { additionalProperties: false },
  ),
  replies: { 200: Type.Object({ items: Type.Array(LabelEntry) }) },
  errors: [],
});

/** `on` is the day (UTC) from which on it has ended; another day replaces it. */
export const LabelEnd = Type.Object(
  { label: Label, on: Type.String({ format: "date", pattern: "^[12]" }) },
  { $id: "LabelEnd", additionalProperties: false },
);
export type LabelEnd = Static<typeof LabelEnd>;

export const endLabel = endpoint({
  name: "endLabel",
  method: "POST",
  path: "/admin/labels/end",
  summary:
    "End a version on a day: published items that name it are outdated from then on, and their authors are told",
  tag: "Admin",
  access: "verifiedAdmin",
  body: LabelEnd,
  replies: { 200: LabelEntry },
  errors: [],
});
