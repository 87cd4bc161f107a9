import { type Static, type TSchema, Type } from "typebox";
import { CaptionTrack, Chapter } from "./captions.ts";
import { SeenOutcomes } from "./checks.ts";
import {
  ContentStatus,
  ContentType,
  Decision,
  Media,
  Person,
  PersonWithPhoto,
  Review,
  standingFields,
} from "./content.ts";
import { Embed } from "./embeds.ts";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { Language } from "./languages.ts";
import { limits } from "./limits.ts";
import { Cursor, Id, IdParams, Instant, PerPage } from "./paging.ts";

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Positive = Type.Integer({ minimum: 1 });
const Count = Type.Integer({ minimum: 0 });

/** Who is reading an item. A claim expires unless it is renewed. */
export const Claim = Type.Object({ by: Person, mine: Type.Boolean(), expires_at: Instant }, { $id: "Claim" });
export type Claim = Static<typeof Claim>;

/**
 * An item as the review desk shows it: in the revision that waits for a decision, else in the published one, else in
 * the newest.
 */
export const DeskItem = Type.Object(
  {
    id: Id,
    title: Type.String(),
    /** The author's summary, or else the beginning of the text, without marks. */
    excerpt: Type.String(),
    content_type: ContentType,
    category_id: Id,
    category_name: Type.String(),
    author: PersonWithPhoto,
    /** What admin screens call Approved is Published here (docs/rules.md#statuses). */
    status: ContentStatus,
    /** Number of the revision these fields come from, and that a decision is about. */
    revision: Positive,
    pending_revision: Nullable(Positive),
    published_revision: Nullable(Positive),
    /** Since when the pending revision has waited; null when none does. */
    waiting_since: Nullable(Instant),
    waiting_seconds: Nullable(Count),
    media: Nullable(Media),
    likes: Count,
    comments: Count,
    created_at: Instant,
    published_at: Nullable(Instant),
    /** The item's newest row of the ledger; its `seq` is what a decision names as `seen`. */
    last_decision: Nullable(
      Type.Object({
        seq: Id,
        decision: Decision,
        revision: Positive,
        reviewer: Person,
        reason: Nullable(Type.String()),
        decided_at: Instant,
      }),
    ),
    claim: Nullable(Claim),
    /** What this admin may decide now; no one decides on their own items. The server checks again on every call. */
    can: Type.Object({
      approve: Type.Boolean(),
      flag: Type.Boolean(),
      remove: Type.Boolean(),
      /** Reaffirm, needs work, supersede. */
      renew: Type.Boolean(),
    }),
    /** As readers see it; `applies_to` as in the revision above. */
    ...standingFields,
  },
  { $id: "DeskItem" },
);
export type DeskItem = Static<typeof DeskItem>;

export const deskSorts = ["waiting", "newest", "oldest"] as const;

export const DeskQuery = Type.Object(
  {
    /**
     * In any case: Pending (everything with a revision that waits, published items included), Published or Approved,
     * Flagged, Removed. Without it, or All: what was ever sent to the reviewers and is not removed.
     */
    status: Type.Optional(Type.String({ maxLength: 20 })),
    /** A category's id or name, in any case. */
    category: Type.Optional(Type.String({ maxLength: limits.categoryLength })),
    /** Article, Video or Audio, in any case. */
    type: Type.Optional(Type.String({ maxLength: 20 })),
    /** waiting (the longest first; for Pending only, and its default), newest (by id; the default) or oldest. */
    sort: Type.Optional(Type.Enum([...deskSorts])),
    /** Part of a title or of an author's name. */
    q: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    cursor: Type.Optional(Cursor),
    per_page: Type.Optional(PerPage),
  },
  { additionalProperties: false },
);
export type DeskQuery = Static<typeof DeskQuery>;

export const DeskPage = Type.Object(
  {
    items: Type.Array(DeskItem),
    next: Nullable(Cursor),
    /** Where nothing but the status narrows the list. */
    total: Type.Optional(Count),
  },
  { $id: "DeskPage" },
);
export type DeskPage = Static<typeof DeskPage>;

export const listDeskItems = endpoint({
  name: "listDeskItems",
  method: "GET",
  path: "/admin/content",
  summary: "The review desk, 20 a page",
  tag: "Review desk",
  access: "verifiedAdmin",
  query: DeskQuery,
  replies: { 200: DeskPage },
  errors: ["invalid_cursor"],
});

export const getDeskItem = endpoint({
  name: "getDeskItem",
  method: "GET",
  path: "/admin/content/:id",
  summary: "One item as the review desk shows it",
  tag: "Review desk",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: DeskItem },
  errors: ["content_not_found"],
});

const revisionFields = {
  number: Positive,
  title: Type.String(),
  /** Markdown, as written. */
  body: Type.String(),
  /** Its author's words for cards, feeds and descriptions; empty: none. */
  summary: Type.String(),
  body_html: Type.String(),
  content_type: ContentType,
  category_id: Id,
  category_name: Type.String(),
  media: Nullable(Media),
  /** Absent without one. */
  embed: Type.Optional(Embed),
  /** For cards and shared links. */
  cover: Nullable(Media),
  /** As of an item. */
  poster: Type.Optional(Nullable(Type.String())),
  captions: Type.Array(CaptionTrack),
  chapters: Type.Array(Chapter),
  no_speech: Type.Boolean(),
  applies_to: Type.Array(Type.String()),
  language: Language,
  created_at: Instant,
  /** SHA-256, hex, of the revision's canonical JSON. */
  hash: Type.String(),
};

export const RevisionText = Type.Object(revisionFields, { $id: "RevisionText" });
export type RevisionText = Static<typeof RevisionText>;

/** A revision to read before deciding about it, and the one that readers have now, to compare. */
export const RevisionPreview = Type.Object(
  {
    content_id: Id,
    ...revisionFields,
    author: PersonWithPhoto,
    /** The published revision; null when nothing is public. */
    approved: Nullable(RevisionText),
    /** What was decided about the item so far, newest first. */
    reviews: Type.Array(Review),
  },
  { $id: "RevisionPreview" },
);
export type RevisionPreview = Static<typeof RevisionPreview>;

export const getRevision = endpoint({
  name: "getRevision",
  method: "GET",
  path: "/admin/content/:id/revisions/:number",
  summary: "One revision with the approved one beside it",
  tag: "Review desk",
  access: "verifiedAdmin",
  params: Type.Object({ id: Id, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  replies: { 200: RevisionPreview },
  errors: ["content_not_found", "revision_not_found"],
});

export const claimContent = endpoint({
  name: "claimContent",
  method: "POST",
  path: "/admin/content/:id/claim",
  summary: "Say that one is reading an item, for the next 10 minutes; again to go on",
  tag: "Review desk",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Claim },
  errors: ["content_not_found", "item_claimed"],
});

export const releaseContent = endpoint({
  name: "releaseContent",
  method: "DELETE",
  path: "/admin/content/:id/claim",
  summary: "Give up one's own claim",
  tag: "Review desk",
  access: "verifiedAdmin",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Claim released") }) },
  errors: ["content_not_found"],
});

const Reason = VisibleText(limits.reasonLength);
const RevisionNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
/** `last_decision.seq` as the reviewer saw it; 0 for none. If there is a newer decision: 409. */
const Seen = Type.Optional(Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 }));

export const Approval = Type.Object(
  {
    revision: RevisionNumber,
    seen: Seen,
    /** For the item's author, who reads it with the decision (docs/rules.md#decisions-and-notifications). */
    note: Type.Optional(Reason),
    /** null: without end. Left out: now and its category's interval. */
    good_until: Type.Optional(Nullable(Instant)),
    checks: Type.Optional(SeenOutcomes),
  },
  { $id: "Approval", additionalProperties: false },
);
export type Approval = Static<typeof Approval>;

export const Flag = Type.Object(
  {
    reason: Reason,
    /** Left out: the revision that waits, else the published one. */
    revision: Type.Optional(RevisionNumber),
    seen: Seen,
  },
  { $id: "Flag", additionalProperties: false },
);
export type Flag = Static<typeof Flag>;

/** May be left out as a whole. */
export const Removal = Type.Union(
  [
    Type.Object(
      { reason: Type.Optional(Reason), revision: Type.Optional(RevisionNumber), seen: Seen },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { $id: "Removal" },
);
export type Removal = Static<typeof Removal>;

const decisionErrors = ["content_not_found", "decision_stale", "log_behind", "key_in_use"] as const;

export const approveContent = endpoint({
  name: "approveContent",
  method: "POST",
  path: "/admin/content/:id/approve",
  summary: "Approve exactly the revision that was read; 409 and nothing changed if the item has changed",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: Approval,
  bodySize: "decision",
  replies: { 200: DeskItem },
  errors: [...decisionErrors, "checks_failed"],
});

export const flagContent = endpoint({
  name: "flagContent",
  method: "POST",
  path: "/admin/content/:id/flag",
  summary:
    "Refuse the waiting revision, while an approved one stays public; or take the published revision back from readers",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: Flag,
  replies: { 200: DeskItem },
  errors: decisionErrors,
});

export const removeContent = endpoint({
  name: "removeContent",
  method: "DELETE",
  path: "/admin/content/:id",
  summary: "Remove an item for good; its revisions and its ledger rows stay",
  tag: "Review desk",
  access: "verifiedAdmin",
  keyed: true,
  params: IdParams,
  body: Removal,
  replies: { 200: DeskItem },
  errors: decisionErrors,
});
