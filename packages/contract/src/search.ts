import { type Static, Type } from "typebox";
import { ContentItem, type ContentType, readContentType } from "./content.ts";
import { endpoint } from "./endpoint.ts";
import { Language, type LanguageCode, readLanguage } from "./languages.ts";
import { limits } from "./limits.ts";
import { Cursor } from "./paging.ts";

export const SearchQuery = Type.Object(
  {
    /** Words to look for; without them the newest come first. */
    q: Type.Optional(Type.String({ maxLength: limits.searchLength })),
    /** Article, Video or Audio, in any case. */
    type: Type.Optional(Type.String({ maxLength: 20 })),
    /** A category's id or name, in any case. */
    category: Type.Optional(Type.String({ maxLength: 80 })),
    /** Only items in this language; the words are taken for its words. */
    language: Type.Optional(Language),
    cursor: Type.Optional(Cursor),
  },
  { additionalProperties: false },
);
export type SearchQuery = Static<typeof SearchQuery>;

/**
 * What a reader means by the words of a search: without space around them, and "c++" where it was typed into an
 * address, in which "+" stands for a space.
 */
export const readSearchWords = (written: string): string =>
  written.replace(/(?<=^|\s)c {2}(?=\s|$)/gi, "c++").trim();

/** How the library's address is read. Empty: no filter. */
export const libraryParameters = {
  // By whole characters (code points).
  q: (text: string): string => [...readSearchWords(text)].slice(0, limits.searchLength).join(""),
  type: (text: string): ContentType | "" => readContentType(text.trim()) ?? "",
  /** A category's name, or its id. */
  category: (text: string): string => text.trim(),
  language: (text: string): LanguageCode | "" => readLanguage(text.trim()) ?? "",
};

export const SearchPage = Type.Object(
  {
    items: Type.Array(ContentItem),
    next: Type.Union([Cursor, Type.Null()]),
    /** Set when nothing had the word as typed and near spellings were taken: what was looked for instead. */
    corrected: Type.Optional(Type.String()),
    /** A category that the words name, such as Fullstack Development for `full-stack`. */
    category: Type.Optional(Type.String()),
    /** Set when nothing has the words but they name a category or a label: its newest items are the answer. */
    instead: Type.Optional(Type.String()),
  },
  { $id: "SearchPage" },
);
export type SearchPage = Static<typeof SearchPage>;

export const searchContent = endpoint({
  name: "searchContent",
  method: "GET",
  path: "/content/search",
  summary: "Published items by words, type, category and language, 12 a page; a misspelt word still finds",
  tag: "Content",
  access: "visitor",
  shared: true,
  query: SearchQuery,
  replies: { 200: SearchPage },
  errors: ["invalid_cursor"],
});
