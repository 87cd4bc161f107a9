import type { FeedArticle } from "@cairn/contract";
import { headOf } from "../../../lib/cut-text.ts";
import { ExternalFailure } from "../../../lib/external-failure.ts";
import { asFields, type Fields, readLink, readText, readTime } from "./fields.ts";
import { type ItemsRead, readItems } from "./items.ts";
import { readJson } from "./json.ts";

/** An article with its text as received, not yet sanitised; null if the list has no texts. */
export interface RawArticle extends FeedArticle {
  readonly body_html: string | null;
}

/** @throws ExternalFailure */
export function readArticles(bytes: Uint8Array): ItemsRead<RawArticle> {
  return readItems(readJson(bytes), readArticle, (article) => article.id);
}

/** The text from a single article's answer, not yet sanitised. @throws ExternalFailure */
export function readArticleText(bytes: Uint8Array, id: number): string {
  const fields = asFields(readJson(bytes), "the answer");
  if ((fields.id ?? id) !== id) throw new ExternalFailure("it is another article");
  const html = readBody(fields);
  if (html === null) throw new ExternalFailure("it has no text");
  return html;
}

function readArticle(raw: unknown): RawArticle {
  const fields = asFields(raw, "the item");
  return {
    id: readId(fields),
    title: readText(fields, "title", 300),
    published_at: readTime(fields, "published_at"),
    url: readLink(fields, "url"),
    user: { name: readText(asFields(fields.user ?? {}, "user"), "name", 200) },
    tag_list: readTags(fields.tag_list ?? []),
    description: readText(fields, "description", 5_000),
    positive_reactions_count: readCount(fields.positive_reactions_count ?? 0),
    body_html: readBody(fields),
  };
}

function readId({ id }: Fields): number {
  if (!Number.isSafeInteger(id) || Number(id) < 1)
    throw new ExternalFailure("id is no whole number above zero");
  return Number(id);
}

function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0)
    throw new ExternalFailure("positive_reactions_count is no count");
  return Number(value);
}

/** A list, or a comma-separated string: such services send both. */
function readTags(value: unknown): string[] {
  const tags: unknown = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) {
    throw new ExternalFailure("tag_list is no list of texts");
  }
  return tags
    .slice(0, 20)
    .map((tag) => headOf(tag.trim(), 60))
    .filter(Boolean);
}

function readBody({ body_html: html }: Fields): string | null {
  const text = html ?? null;
  if (text !== null && typeof text !== "string") throw new ExternalFailure("body_html is no text");
  // Replaces half a surrogate pair instead of rejecting the whole text.
  return text === null ? null : text.toWellFormed().replaceAll("\0", "");
}
