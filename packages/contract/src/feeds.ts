import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";

/**
 * A video with the external service's field names (docs/evidence/spec-clauses.md#s3-source-items). External ids are the source's own
 * text or numbers.
 */
export const FeedVideo = Type.Object(
  {
    guid: Type.String(),
    title: Type.String(),
    /**
     * As the source writes it; without a zone it is UTC (docs/rules.md#order-of-lists). Empty when the source gives none that can
     * be read.
     */
    pubDate: Type.String(),
    description: Type.String(),
    link: Type.String(),
    author: Type.String(),
  },
  { $id: "FeedVideo" },
);
export type FeedVideo = Static<typeof FeedVideo>;

const articleFields = {
  id: Type.Integer(),
  title: Type.String(),
  /** Empty when the source gives none that can be read. */
  published_at: Type.String(),
  url: Type.String(),
  user: Type.Object({ name: Type.String() }),
  tag_list: Type.Array(Type.String()),
  description: Type.String(),
  positive_reactions_count: Type.Integer({ minimum: 0 }),
};

export const FeedArticle = Type.Object(articleFields, { $id: "FeedArticle" });
export type FeedArticle = Static<typeof FeedArticle>;

export const FeedArticleDetail = Type.Object(
  {
    ...articleFields,
    /**
     * Sanitised when it was stored (docs/rules.md#cleaned-html). Empty when it could not be: the article is then read at its
     * url.
     */
    body_html: Type.String(),
  },
  { $id: "FeedArticleDetail" },
);
export type FeedArticleDetail = Static<typeof FeedArticleDetail>;

/**
 * What X-Feed-Source says of an answer (docs/rules.md#feeds-of-other-sites): fetched lately, kept since the last refresh failed, bundled
 * with the demo data, or neither configured nor bundled (docs/rules.md#feeds-of-other-sites).
 */
export const feedSources = ["live", "stale", "sample", "none"] as const;
export type FeedSource = (typeof feedSources)[number];

export const listFeedVideos = endpoint({
  name: "listFeedVideos",
  method: "GET",
  path: "/feeds/videos",
  summary: "The community channel's videos; X-Feed-Source says live, stale, sample or none",
  tag: "Feeds",
  access: "visitor",
  replies: { 200: Type.Object({ items: Type.Array(FeedVideo) }) },
  errors: [],
});

export const listFeedArticles = endpoint({
  name: "listFeedArticles",
  method: "GET",
  path: "/feeds/articles",
  summary: "Developer articles; X-Feed-Source says live, stale, sample or none",
  tag: "Feeds",
  access: "visitor",
  replies: { 200: Type.Array(FeedArticle) },
  errors: [],
});

export const getFeedArticle = endpoint({
  name: "getFeedArticle",
  method: "GET",
  path: "/feeds/articles/:id",
  summary: "One developer article with its text as clean HTML",
  tag: "Feeds",
  access: "visitor",
  params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  replies: { 200: FeedArticleDetail },
  errors: ["feed_item_not_found", "feed_unreachable"],
});
