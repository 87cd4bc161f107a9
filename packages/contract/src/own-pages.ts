import { type Static, Type } from "typebox";
import { LanguageTag } from "./captions.ts";
import { endpoint } from "./endpoint.ts";
import { VisibleText } from "./hidden-signs.ts";
import { limits } from "./limits.ts";
import { OneLine } from "./one-line.ts";
import { Instant } from "./paging.ts";

const slugPattern = /^[a-z0-9][a-z0-9-]*$/;

/** The last part of a page's address. */
export const Slug = Type.String({
  minLength: 1,
  maxLength: limits.ownPageSlugLength,
  pattern: slugPattern.source,
});
const SlugParams = Type.Object({ slug: Slug });

/** The slug that an address names; null if it names none. */
export const readSlug = (text: string | undefined): string | null =>
  text !== undefined && text.length <= limits.ownPageSlugLength && slugPattern.test(text) ? text : null;

/** A page of the site's own, as lists and footers name it (docs/rules.md#own-pages). */
export const OwnPageLink = Type.Object({ slug: Type.String(), title: Type.String() }, { $id: "OwnPageLink" });
export type OwnPageLink = Static<typeof OwnPageLink>;

export const OwnPage = Type.Object(
  {
    slug: Type.String(),
    title: Type.String(),
    /** Markdown. */
    body: Type.String(),
    body_html: Type.String(),
    language: LanguageTag,
    updated_at: Instant,
  },
  { $id: "OwnPage" },
);
export type OwnPage = Static<typeof OwnPage>;

export const OwnPageDraft = Type.Object(
  {
    title: OneLine(limits.ownPageTitleLength),
    /** Markdown. */
    body: VisibleText(limits.bodyLength),
    /** What the page is written in; left out: English. */
    language: Type.Optional(LanguageTag),
  },
  { $id: "OwnPageDraft", additionalProperties: false },
);
export type OwnPageDraft = Static<typeof OwnPageDraft>;

export const listOwnPages = endpoint({
  name: "listOwnPages",
  method: "GET",
  path: "/site/pages",
  summary: "The site's own pages, such as its imprint, in the order in which they were made",
  tag: "Site",
  access: "visitor",
  open: true,
  shared: true,
  replies: { 200: Type.Object({ items: Type.Array(OwnPageLink) }) },
  errors: [],
});

export const getOwnPage = endpoint({
  name: "getOwnPage",
  method: "GET",
  path: "/site/pages/:slug",
  summary: "A page of the site's own",
  tag: "Site",
  access: "visitor",
  open: true,
  shared: true,
  params: SlugParams,
  replies: { 200: OwnPage },
  errors: ["page_not_found"],
});

export const putOwnPage = endpoint({
  name: "putOwnPage",
  method: "PUT",
  path: "/admin/site/pages/:slug",
  summary: `Write a page of the site's own, or replace it. A site has ${limits.ownPages} at most`,
  tag: "Admin",
  access: "verifiedAdmin",
  bodySize: "text",
  params: SlugParams,
  body: OwnPageDraft,
  replies: { 200: OwnPage },
  errors: ["list_full"],
});

export const deleteOwnPage = endpoint({
  name: "deleteOwnPage",
  method: "DELETE",
  path: "/admin/site/pages/:slug",
  summary: "Delete a page of the site's own",
  tag: "Admin",
  access: "verifiedAdmin",
  params: SlugParams,
  replies: { 200: Type.Object({ message: Type.Literal("Page deleted") }) },
  errors: ["page_not_found"],
});
