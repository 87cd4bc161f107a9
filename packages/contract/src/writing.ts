import { type Static, Type } from "typebox";
import { ContentItem, ContentType } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { OneLine } from "./one-line.ts";
import { Id, IdParams, Instant } from "./paging.ts";

/** What a file may be, by its own bytes and by its sender's declaration (docs/rules.md#s5-writer-file). */
export const uploadTypes = ["image/jpeg", "image/png", "application/pdf", "video/mp4"] as const;

const Title = OneLine(limits.titleLength);
const Body = Type.String({ minLength: 1, maxLength: limits.bodyLength, pattern: "\\S" });
/** A category's name in any case, or its id. */
const Category = Type.Union([Type.String({ minLength: 1, maxLength: limits.categoryLength }), Id]);

const optionalFields = {
  /**
   * Article, Video or Audio, in any case. Counts only where there is no file (Article, unless said): pictures
   * and PDFs make an Article and an MP4 a Video, or Audio if said so and it has no pictures.
   */
  content_type: Type.Optional(Type.String({ maxLength: 20 })),
  /** What the picture shows, for those who do not see it. */
  alt: Type.Optional(Type.String({ maxLength: limits.mediaAltLength })),
};

/** Beside these the part `file` of a form: JPEG, PNG, PDF or MP4, 52,428,800 bytes at most. */
export const ContentDraft = Type.Object(
  {
    title: Title,
    /** Markdown. */
    body: Body,
    category: Category,
    ...optionalFields,
    /** true: kept as a Draft instead of waiting for review (docs/rules.md#d27). */
    draft: Type.Optional(Type.Boolean()),
  },
  { $id: "ContentDraft", additionalProperties: false },
);
export type ContentDraft = Static<typeof ContentDraft>;

/** What is left out stays as it is in the newest revision, the file too. */
export const ContentChange = Type.Object(
  {
    title: Type.Optional(Title),
    body: Type.Optional(Body),
    category: Type.Optional(Category),
    ...optionalFields,
    /** A Draft stays one until it is sent with false; anything else goes to review in any case. */
    draft: Type.Optional(Type.Boolean()),
    /** Number of the revision that was changed: if the item has a newer one, 409. Left out, the last writer wins. */
    revision: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  },
  { $id: "ContentChange", additionalProperties: false },
);
export type ContentChange = Static<typeof ContentChange>;

const fileErrors = [
  "key_in_use",
  "file_too_large",
  "picture_too_large",
  "file_type_refused",
  "storage_full",
] as const;

export const createContent = endpoint({
  name: "createContent",
  method: "POST",
  path: "/content",
  summary: "Send an item to the reviewers, or keep it as a draft",
  tag: "Writing",
  access: "member",
  writes: true,
  keyed: true,
  upload: "file",
  body: ContentDraft,
  replies: { 201: ContentItem },
  errors: fileErrors,
});

export const editContent = endpoint({
  name: "editContent",
  method: "PATCH",
  path: "/content/:id",
  summary:
    "Write an own item's next revision. It waits for review; what readers are served stays until then. Answers the item as its author sees it",
  tag: "Writing",
  access: "member",
  writes: true,
  keyed: true,
  upload: "file",
  params: IdParams,
  body: ContentChange,
  replies: { 200: ContentItem },
  errors: [
    "content_not_found",
    "not_allowed",
    "revision_stale",
    "nothing_changed",
    "content_removed",
    ...fileErrors,
  ],
});

export const deleteContent = endpoint({
  name: "deleteContent",
  method: "DELETE",
  path: "/content/:id",
  summary:
    "Take an own item back for good; the ledger notes what was ever sent to the reviewers as withdrawn",
  tag: "Writing",
  access: "member",
  params: IdParams,
  replies: { 200: Type.Object({ message: Type.Literal("Content deleted") }) },
  errors: ["content_not_found", "not_allowed", "log_behind"],
});

/** An item in its newest revision, whether or not that is the published one. */
export const NewestRevision = Type.Object(
  {
    ...ContentItem.properties,
    /** The reviewer's reason, if the last decision about this revision was to flag it. */
    reason: Type.Union([Type.String(), Type.Null()]),
    /** What the author has answered to it. */
    answer: Type.Optional(Type.String()),
  },
  { $id: "NewestRevision" },
);
export type NewestRevision = Static<typeof NewestRevision>;

export const getNewestRevision = endpoint({
  name: "getNewestRevision",
  method: "GET",
  path: "/content/:id/newest",
  summary: "An own item in its newest revision, to go on writing from",
  tag: "Writing",
  access: "member",
  params: IdParams,
  replies: { 200: NewestRevision },
  errors: ["content_not_found", "not_allowed"],
});

const Count = Type.Integer({ minimum: 0 });

/** A week's figures without what has since been deleted: items made, likes and comments received. */
export const FigureWeek = Type.Object(
  {
    /** The week's Monday (UTC), as 2026-11-16. */
    week: Type.String({ format: "date" }),
    posts: Count,
    likes: Count,
    comments: Count,
  },
  { $id: "FigureWeek" },
);
export type FigureWeek = Static<typeof FigureWeek>;

export const WriterStats = Type.Object(
  {
    /** Everything that was not deleted or removed, drafts included. */
    totalPosts: Count,
    postsPending: Count,
    likes: Count,
    comments: Count,
    /** The last twelve weeks, the current one last; weeks in which nothing happened too. */
    weeks: Type.Array(FigureWeek),
  },
  { $id: "WriterStats" },
);
export type WriterStats = Static<typeof WriterStats>;

export const getWriterStats = endpoint({
  name: "getWriterStats",
  method: "GET",
  path: "/content/stats",
  summary: "Figures of one's own items",
  tag: "Writing",
  access: "member",
  replies: { 200: WriterStats },
  errors: [],
});

export const FlaggedItem = Type.Object(
  {
    id: Id,
    type: ContentType,
    title: Type.String(),
    /** The reviewer's reason. */
    reason: Type.String(),
    /** What the author has answered to it. */
    answer: Type.Optional(Type.String()),
    revision: Type.Integer({ minimum: 1 }),
    flagged_at: Instant,
    flagged_by: Type.String(),
    /** true: only an edit was flagged, and what was approved before it is still public (docs/rules.md#d31). */
    published: Type.Boolean(),
  },
  { $id: "FlaggedItem" },
);
export type FlaggedItem = Static<typeof FlaggedItem>;

export const listFlagged = endpoint({
  name: "listFlagged",
  method: "GET",
  path: "/content/flagged",
  summary: "One's own flagged items, the latest flagged first, 100 at most",
  tag: "Writing",
  access: "member",
  replies: { 200: Type.Object({ items: Type.Array(FlaggedItem) }) },
  errors: [],
});

export const ReasonAnswer = Type.Object(
  {
    /** Number of the flagged revision. */
    revision: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    answer: Type.String({ minLength: 1, maxLength: limits.reasonLength, pattern: "\\S" }),
  },
  { $id: "ReasonAnswer", additionalProperties: false },
);
export type ReasonAnswer = Static<typeof ReasonAnswer>;

export const answerReason = endpoint({
  name: "answerReason",
  method: "PUT",
  path: "/content/:id/answer",
  summary:
    "Answer the reason for which an own item was flagged. Until the next decision another answer replaces the first",
  tag: "Writing",
  access: "member",
  writes: true,
  params: IdParams,
  body: ReasonAnswer,
  replies: { 200: ReasonAnswer },
  errors: ["content_not_found", "not_allowed", "decision_stale"],
});
