import { type Static, Type } from "typebox";
import { Chapter } from "./captions.ts";
import { ContentChecks } from "./checks.ts";
import { ContentItem, ContentType } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { languageCodes } from "./languages.ts";
import { limits } from "./limits.ts";
import { OneLine, OneLineOrNone } from "./one-line.ts";
import { Id, IdParams, Instant } from "./paging.ts";

const Title = OneLine(limits.titleLength);
const Body = VisibleText(limits.bodyLength);
/** A category's name in any case, or its id. */
const Category = Type.Union([Type.String({ minLength: 1, maxLength: limits.categoryLength }), Id]);

export const labelPattern = "^[A-Za-z0-9.+#_-]+( [A-Za-z0-9.+#_-]+)+$";

/** Technology and version, e.g. `node 20` or `spring boot 3.2`. */
export const Label = Type.String({ maxLength: limits.labelLength, pattern: labelPattern });

const optionalFields = {
  /**
   * Article, Video or Audio, in any case. Counts only where there is no file (Article, unless said): pictures
   * and PDFs make an Article, recordings Audio and an MP4 a Video, or Audio if said so and it has no pictures.
   */
  content_type: Type.Optional(Type.String({ maxLength: 20 })),
  /** For cards, feeds and descriptions, in place of the beginning of the text; empty: none. */
  summary: Type.Optional(OneLineOrNone(limits.summaryLength)),
  /** The key of an own picture of `POST /pictures`, for cards and shared links; empty: none. */
  cover: Type.Optional(Type.String({ maxLength: 80 })),
  /** What the picture shows, for those who do not see it. */
  alt: Type.Optional(Type.String({ maxLength: limits.mediaAltLength })),
  /** What the text is about, as `name version`, kept in lower case. In a form: one part for each. */
  applies_to: Type.Optional(Type.Array(Label, { maxItems: limits.labels, uniqueItems: true })),
  /** An own series, which the item joins at its end; null, or in a form an empty part: none. */
  series: Type.Optional(Type.Union([Id, Type.Null()])),
  /** What the text is written in; empty, or never said: detected from title and text (docs/rules.md#languages). */
  language: Type.Optional(Type.Enum([...languageCodes, ""])),
  /**
   * Keys of own captions of `POST /captions`, at most one a language, in the order in which readers are offered them. In a
   * form: one part for each, or an empty one for none.
   */
  captions: Type.Optional(
    Type.Array(Type.String({ maxLength: 80 }), { maxItems: limits.captionLanguages, uniqueItems: true }),
  ),
  /**
   * The address of one film on YouTube, Vimeo or a PeerTube of the site, in place of a file: the item is a Video then. null,
   * or in a form an empty part: none.
   */
  embed: Type.Optional(Type.Union([Type.String({ maxLength: 2_000 }), Type.Null()])),
  /** The id of an own upload of `POST /uploads` that has arrived completely, in place of a file. */
  upload: Type.Optional(Type.String({ maxLength: 80 })),
  /**
   * In a form, a part with a file: the JPEG, PNG or WebP, of 10,485,760 bytes at most, that stands for the film, the recording,
   * the PDF or the embed before it is opened. null, or in a form an empty part: none.
   */
  poster: Type.Optional(Type.Null()),
  /** In their order, the first at 0. In a form: JSON. */
  chapters: Type.Optional(
    Type.Array(
      Type.Object(
        { at: Chapter.properties.at, title: OneLine(limits.chapterTitleLength) },
        { additionalProperties: false },
      ),
      { maxItems: limits.chapters },
    ),
  ),
  /** true: nobody speaks in it, so that captions are not missing. */
  no_speech: Type.Optional(Type.Boolean()),
};

/** Beside these the part `file` of a form: JPEG, PNG, PDF, MP4, MP3, M4A or Ogg, 52,428,800 bytes at most. */
export const ContentDraft = Type.Object(
  {
    title: Title,
    /** Markdown. */
    body: Body,
    category: Category,
    ...optionalFields,
    /** true: kept as a Draft instead of waiting for review (docs/rules.md#new-content). */
    draft: Type.Optional(Type.Boolean()),
  },
  { $id: "ContentDraft", additionalProperties: false },
);
export type ContentDraft = Static<typeof ContentDraft>;

/**
 * What is left out stays as it is in the newest revision, the file too: a new one ends an embed, and the reverse; both end
 * the poster.
 */
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

const sendingErrors = [
  "too_many_waiting",
  "captions_required",
  "key_in_use",
  "file_too_large",
  "picture_too_large",
  "file_type_refused",
  "storage_full",
  "upload_not_found",
  "upload_incomplete",
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
  poster: "poster",
  body: ContentDraft,
  bodySize: "text",
  replies: { 201: ContentItem },
  errors: sendingErrors,
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
  poster: "poster",
  params: IdParams,
  body: ContentChange,
  bodySize: "text",
  replies: { 200: ContentItem },
  errors: [
    "content_not_found",
    "not_allowed",
    "revision_stale",
    "nothing_changed",
    "content_removed",
    ...sendingErrors,
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

export const PreviewedText = Type.Object(
  {
    /** The bytes that `body_html` would have once this text is sent. */
    html: Type.String(),
    /** The same with signed addresses, at which its author sees the pictures before anybody else; absent without any. */
    own_html: Type.Optional(Type.String()),
    /** The blocks that say `check`, for the browser to run; absent without any. */
    checks: Type.Optional(ContentChecks),
  },
  { $id: "PreviewedText" },
);
export type PreviewedText = Static<typeof PreviewedText>;

export const previewContent = endpoint({
  name: "previewContent",
  method: "POST",
  path: "/content/preview",
  summary: "The HTML that a text which has not been sent would be stored and served as",
  tag: "Writing",
  access: "member",
  body: Type.Object(
    {
      /** Markdown. */
      body: Body,
      /** Language of the text. Its HTML is the same in each. */
      language: Type.Optional(Type.Enum(["en", "fr", "ar"])),
    },
    { additionalProperties: false },
  ),
  bodySize: "text",
  replies: { 200: PreviewedText },
  errors: [],
});

/** An item in its newest revision, whether or not that is the published one. */
export const NewestRevision = Type.Object(
  {
    ...ContentItem.properties,
    /** Whether its author said what it is written in; else it was detected. */
    language_given: Type.Boolean(),
    /** As its author wrote it; empty: none. */
    summary: Type.String(),
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
    /** true: only an edit was flagged, and what was approved before it is still public (docs/rules.md#decisions-and-notifications). */
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
    answer: VisibleText(limits.reasonLength),
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
