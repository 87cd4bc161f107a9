import { type Static, type TSchema, Type } from "typebox";
import { CaptionTrack, Chapter, Spoken } from "./captions.ts";
import { Embed } from "./embeds.ts";
import { endpoint } from "./endpoint.ts";
import { Language } from "./languages.ts";
import { limits } from "./limits.ts";
import { Cursor, Id, IdParams, Instant, PerPage } from "./paging.ts";

export const contentTypes = ["Article", "Video", "Audio"] as const;
export const ContentType = Type.Enum([...contentTypes], { $id: "ContentType" });
export type ContentType = (typeof contentTypes)[number];

/** A type as it is sent, in any case; undefined for anything else. */
export const readContentType = (text: string): ContentType | undefined =>
  contentTypes.find((type) => type.toLowerCase() === text.trim().toLowerCase());

/** docs/rules.md#statuses. Members and writers read "Published" where admin screens say "Approved". */
export const contentStatuses = ["Draft", "Pending", "Published", "Flagged", "Removed"] as const;
export const ContentStatus = Type.Enum([...contentStatuses], { $id: "ContentStatus" });
export type ContentStatus = (typeof contentStatuses)[number];

const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

export const Person = Type.Object({ id: Id, name: Type.String() }, { $id: "Person" });
export type Person = Static<typeof Person>;

export const PersonWithPhoto = Type.Object({
  ...Person.properties,
  /** 96 pixels square; null without one. */
  avatar_small_url: Nullable(Type.String()),
});

/** The file of a revision, as far as it is known; nothing here is guessed (docs/rules.md#verified-mark). */
export const Media = Type.Object(
  {
    url: Type.String(),
    /** MIME type found in the bytes themselves. */
    type: Type.String(),
    width: Nullable(Count),
    height: Nullable(Count),
    duration_seconds: Nullable(Type.Integer({ minimum: 0 })),
    /** Of a PDF. */
    bytes: Type.Optional(Count),
    /** Of a PDF, if they could be counted. */
    pages: Type.Optional(Type.Integer({ minimum: 1 })),
    /** What the picture shows, for those who do not see it. Empty: decoration. */
    alt: Type.String(),
    /** The picture that stands for a film, a recording or a PDF. */
    poster_url: Nullable(Type.String()),
    /** The mean colour of an opaque picture, or of the video's still, as "#rrggbb", once `sources` are there. */
    colour: Type.Optional(Type.String()),
    /**
     * The picture, or the video's still, in smaller files, once they are made: widths in pixels, the better format
     * first. `url` stays the file that was reviewed.
     */
    sources: Type.Optional(
      Type.Array(
        Type.Object({
          url: Type.String(),
          type: Type.Union([Type.Literal("image/avif"), Type.Literal("image/webp")]),
          width: Count,
        }),
      ),
    ),
  },
  { $id: "Media" },
);
export type Media = Static<typeof Media>;

/** Whether what was verified still is; computed when it is asked for (docs/rules.md#standing). */
export const standings = ["verified", "due", "outdated", "superseded"] as const;
export const Standing = Type.Enum([...standings], { $id: "Standing" });
export type Standing = (typeof standings)[number];

export const standingReasonKinds = ["age", "label", "links", "review"] as const;

/** Why an item is due or outdated. One whose `since` is to come changes nothing until then. */
export const StandingReason = Type.Object(
  { kind: Type.Enum([...standingReasonKinds]), text: Type.String(), since: Instant },
  { $id: "StandingReason" },
);
export type StandingReason = Static<typeof StandingReason>;

/** What an item says of its standing; of one that is not published nothing but what it applies to. */
export const standingFields = {
  /** What the text is about, with versions, e.g. `node 20`; part of the revision. */
  applies_to: Type.Array(Type.String()),
  /** Until when the verification holds; null: without end, or not published. */
  good_until: Nullable(Instant),
  /** The item that replaces it. */
  superseded_by: Nullable(Id),
  /** null while nothing of the item is public. */
  standing: Nullable(Standing),
  standing_reasons: Type.Array(StandingReason),
};

/** An item's place in its series; for readers among published items, for its author among all. */
export const SeriesPlace = Type.Object(
  {
    id: Id,
    title: Type.String(),
    /** From 1 on. */
    position: Type.Integer({ minimum: 1 }),
    of: Type.Integer({ minimum: 1 }),
  },
  { $id: "SeriesPlace" },
);
export type SeriesPlace = Static<typeof SeriesPlace>;

/** Of a film or recording (docs/rules.md#captions-and-chapters). Absent from a server with the specification's calls alone. */
const playedFields = {
  /** What is said in it, in any number of languages. */
  captions: Type.Optional(Type.Array(CaptionTrack)),
  chapters: Type.Optional(Type.Array(Chapter)),
  /** Whether its author says that nobody speaks in it. */
  no_speech: Type.Optional(Type.Boolean()),
  /** Seconds, as far as they are known. */
  duration: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
  /** The picture that stands for a film, a recording or a PDF, as `media.poster_url` has it, or for an embed. */
  poster: Type.Optional(Nullable(Type.String())),
};

const itemFields = {
  id: Id,
  title: Type.String(),
  /** Markdown; raw HTML in it is text. */
  body: Type.String(),
  /**
   * The author's summary, or else the beginning of the text as plain words, at most 240 characters and an ellipsis
   * (docs/rules.md#excerpts-summaries-and-covers).
   */
  excerpt: Type.String(),
  content_type: ContentType,
  category_id: Id,
  category_name: Type.String(),
  media_url: Nullable(Type.String()),
  media: Nullable(Media),
  /** The film of another site that it shows in place of a file; absent without one. */
  embed: Type.Optional(Embed),
  ...playedFields,
  /** The picture that its author chose for cards and shared links; absent without one. */
  cover: Type.Optional(Media),
  author_id: Id,
  author_name: Type.String(),
  /** 96 pixels square; null without one. Absent from a server with the specification's calls alone. */
  author_avatar_url: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  created_at: Instant,
  /** First publication; null while unpublished. */
  published_at: Nullable(Instant),
  status: ContentStatus,
  /** Number of the revision these fields come from. */
  revision: Type.Integer({ minimum: 1 }),
  /** For its author and verified admins: the revision that waits for review. */
  pending_revision: Type.Optional(Type.Integer({ minimum: 1 })),
  /**
   * For its author and verified admins: a newer revision that was flagged, while the approved one stays public
   * (docs/rules.md#decisions-and-notifications).
   */
  flagged_revision: Type.Optional(Type.Integer({ minimum: 1 })),
  likes: Count,
  comments: Count,
  /** What the revision is written in, as its author said or as it was detected (docs/rules.md#languages). */
  language: Language,
  /** In which direction its title and text are written. */
  dir: Type.Enum(["ltr", "rtl"]),
  ...standingFields,
  /** null: in no series. */
  series: Nullable(SeriesPlace),
  /** For a signed-in reader of one item: whether they like it. */
  liked: Type.Optional(Type.Boolean()),
  /** For a signed-in reader: why the item stands where it stands. */
  why: Type.Optional(Type.String()),
  /** In a search that finds what is said in it: where. */
  spoken: Type.Optional(Spoken),
};

export const ContentItem = Type.Object(itemFields, { $id: "ContentItem" });
export type ContentItem = Static<typeof ContentItem>;

export const RevisionSummary = Type.Object(
  { number: Type.Integer({ minimum: 1 }), created_at: Instant },
  { $id: "RevisionSummary" },
);
export type RevisionSummary = Static<typeof RevisionSummary>;

export const ContentDetail = Type.Object(
  {
    ...itemFields,
    /** `body` as sanitised HTML. */
    body_html: Type.String(),
    /** Newest first, at most 50; readers see none newer than the published one. */
    revisions: Type.Array(RevisionSummary),
    /** Links of the text that are dead, and their first failure, for the page to mark (docs/rules.md#dead-links). */
    dead_links: Type.Optional(Type.Array(Type.Object({ url: Type.String(), since: Instant }))),
    /** The published items before and after it in its series. */
    beside: Type.Optional(
      Type.Array(Type.Object({ id: Id, title: Type.String(), position: Type.Integer({ minimum: 1 }) })),
    ),
  },
  { $id: "ContentDetail" },
);
export type ContentDetail = Static<typeof ContentDetail>;

export const decisions = [
  "approved",
  "flagged",
  "removed",
  "withdrawn",
  "reaffirmed",
  "superseded",
  "reinstated",
] as const;
export const Decision = Type.Enum([...decisions], { $id: "Decision" });
export type Decision = (typeof decisions)[number];

/** A row of the ledger: who decided what about exactly which bytes, and when. */
export const Review = Type.Object(
  {
    seq: Id,
    content_id: Id,
    revision: Type.Integer({ minimum: 1 }),
    decision: Decision,
    /**
     * null where the decision is about work that is not public: who decided and why is then for the item's author and
     * for verified admins alone; and where `reviewer_erased` is true.
     */
    reviewer: Nullable(
      Type.Object({
        id: Id,
        name: Type.String(),
        role: Type.String(),
        /** 96 pixels square; null without one. Only in an item's own reviews, as is `has_page`. */
        avatar_small_url: Type.Optional(Nullable(Type.String())),
        /** Whether the reviewer has published something, and so an author page. */
        has_page: Type.Optional(Type.Boolean()),
      }),
    ),
    /** SHA-256, hex, of the salt and the reviewer's id in decimal digits, as the row's hash covers it. */
    reviewer_commitment: Type.String(),
    /** The reviewer's account was erased and the salt destroyed: nobody can show any more who decided. Absent otherwise. */
    reviewer_erased: Type.Optional(Type.Literal(true)),
    /** The salt, hex; null wherever `reviewer` is. */
    reviewer_salt: Nullable(Type.String()),
    /** null without one, where it was erased, and wherever `reviewer` is null. */
    reason: Nullable(Type.String()),
    /** SHA-256, hex, of salt and reason, as the row's hash covers it; null without a reason. */
    reason_commitment: Nullable(Type.String()),
    /** The salt, hex; null wherever `reason` is. */
    reason_salt: Nullable(Type.String()),
    /**
     * What the reviewer told the author with an approval; only in an item's own reviews, for its author and for
     * verified admins (docs/rules.md#decisions-and-notifications).
     */
    note: Type.Optional(Type.String()),
    /** What the author answered to the reason of a flag; where and for whom `note` is (docs/rules.md#answers-to-reasons). */
    answer: Type.Optional(Type.String()),
    decided_at: Instant,
    /** SHA-256, hex, of the revision's canonical JSON. */
    revision_hash: Type.String(),
    /** SHA-256, hex, of the media's bytes; null without media. */
    media_hash: Nullable(Type.String()),
    previous_hash: Type.String(),
    hash: Type.String(),
  },
  { $id: "Review" },
);
export type Review = Static<typeof Review>;

/** What stands in place of the name of an erased member (docs/rules.md#deletion-of-an-account). */
export const formerMember = "A former member";

export const ContentListQuery = Type.Object(
  {
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageReach })),
    per_page: Type.Optional(PerPage),
    cursor: Type.Optional(Cursor),
    user_id: Type.Optional(Id),
    /** Only items in this language; instead of user_id. A member who chose languages gets those without it. */
    language: Type.Optional(Language),
  },
  { additionalProperties: false },
);
export type ContentListQuery = Static<typeof ContentListQuery>;

export const listContent = endpoint({
  name: "listContent",
  method: "GET",
  path: "/content",
  summary:
    "Published items, newest first (for a signed-in reader by interests first); with user_id one author's items. Totals and the next page stand in X-Total-Count (not of some languages alone), X-Next-Cursor and Link",
  tag: "Content",
  access: "visitor",
  shared: true,
  query: ContentListQuery,
  replies: { 200: Type.Array(ContentItem) },
  errors: ["invalid_cursor", "page_too_deep"],
});

export const listDiscussed = endpoint({
  name: "listDiscussed",
  method: "GET",
  path: "/content/discussed",
  summary: "Up to 12 published items with comments in the newest seven days, those of the most members first",
  tag: "Content",
  access: "visitor",
  replies: { 200: Type.Object({ items: Type.Array(ContentItem) }) },
  errors: [],
});

export const getContent = endpoint({
  name: "getContent",
  method: "GET",
  path: "/content/:id",
  summary: "One item with its text, media and revisions",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: { 200: ContentDetail },
  errors: ["content_not_found"],
});

export const listRelated = endpoint({
  name: "listRelated",
  method: "GET",
  path: "/content/:id/related",
  summary:
    "Up to 6 published items like this one: of its series, about the same versions, of its category, with words of its title",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: { 200: Type.Object({ items: Type.Array(ContentItem) }) },
  errors: ["content_not_found"],
});

export const listReviews = endpoint({
  name: "listReviews",
  method: "GET",
  path: "/content/:id/reviews",
  summary: "An item's ledger rows, newest first",
  tag: "Content",
  access: "visitor",
  shared: true,
  params: IdParams,
  replies: {
    200: Type.Object({
      items: Type.Array(Review),
      next: Nullable(Cursor),
      /** Witnesses of the public log that have seen the approval of what readers are served; absent without one. */
      seen_by: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
  },
  errors: ["content_not_found"],
});
