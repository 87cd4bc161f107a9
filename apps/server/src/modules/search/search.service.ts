import {
  type Category,
  type ContentItem,
  type ContentType,
  contentTypes,
  limits,
  readContentType,
  readSearchWords,
  type SearchQuery,
} from "@cairn/contract";
import type { Database } from "../../db/database.ts";
import { AppError, fieldError } from "../../lib/app-error.ts";
import type { CategoryService } from "../categories/categories.service.ts";
import type { ContentService, LatestFilter } from "../content/content.service.ts";
import {
  bestMatches,
  type Match,
  type MatchFilter,
  nearestWords,
  spokenMatches,
} from "./search.repository.ts";

interface Found {
  readonly items: readonly ContentItem[];
  readonly next: string | null;
  /** What was looked for instead where nothing has the words as typed. */
  readonly corrected?: string;
  readonly category?: string;
  readonly instead?: string;
}

interface Dependencies {
  db: Database;
  categories: CategoryService;
  content: ContentService;
}

/** Maximum number of words in a query that are checked for misspellings. */
const correctable = 6;
/**
 * Words that may be misspelt. Shorter ones are similar to everything, one with a digit is a name or a number, what
 * follows a dot is a name's ending, as in ".net", and what is excluded by a hyphen keeps nothing from being found.
 */
const spelt = /(?<![\p{L}\p{N}\p{M}.]|(?<!\S)-)(?![\p{L}\p{M}]*\p{N})[\p{L}\p{M}]{4,}(?![\p{L}\p{N}\p{M}])/gu;

const scriptEnding = /(?<=[a-z\d]{2})\.?js(?![\p{L}\p{N}])/giu;

export function createSearchService({ db, categories, content }: Dependencies) {
  async function page(filter: MatchFilter, after: Match | null): Promise<Found> {
    const matches = await bestMatches(db.query, filter, after, limits.libraryPage + 1);
    const shown = matches.slice(0, limits.libraryPage);
    const last = shown.at(-1);
    const items = await content.published(shown.map(({ id }) => id));
    const withCaptions = items.filter(({ captions }) => captions?.length).map(({ id }) => id);
    const spoken = await spokenMatches(db.query, withCaptions, filter);
    return {
      items: items.map((item) => ({ ...item, ...(spoken.has(item.id) && { spoken: spoken.get(item.id) }) })),
      next: last && matches.length > limits.libraryPage ? encodeMatch(last) : null,
    };
  }

  /**
   * The query with each unknown word replaced by the nearest known one, and "Node.js" by "Node", as many write it; null
   * when that changes nothing.
   */
  async function correct(words: string): Promise<string | null> {
    const plain = words.replace(scriptEnding, "");
    const asked = [...new Set(plain.match(spelt))].slice(0, correctable);
    const nearest = await nearestWords(db.query, asked);
    const corrected = plain.replace(spelt, (token) => nearest.get(token) ?? token);
    return corrected === words ? null : corrected;
  }

  async function knownCategory(wanted: string): Promise<number> {
    const known = await categories.named(wanted);
    if (!known) throw fieldError("category", "is not one of the categories");
    return known.id;
  }

  /** Where nothing has the words: the newest items of the category, the type or the label that they name, if any. */
  async function named(words: string, filter: LatestFilter, meant: Category | undefined, cursor?: string) {
    if (meant) {
      const found = await content.latest({ ...filter, categoryId: meant.id }, cursor);
      if (found.items.length > 0) return { ...found, instead: meant.name };
    }
    const type = readContentType(words);
    if (type && filter.contentType === null) {
      const found = await content.latest({ ...filter, contentType: type }, cursor);
      if (found.items.length > 0) return { ...found, instead: type };
    }
    const label = words.toLowerCase();
    const found = await content.latest({ ...filter, label }, cursor);
    return found.items.length > 0 ? { ...found, instead: label } : null;
  }

  return {
    /**
     * Without words, the newest items come first; with words, the best of the newest 500 matches (docs/rules.md#library). Words may
     * also name a category or a label (docs/rules.md#search).
     */
    async search({ q = "", type, category, language: inLanguage, cursor }: SearchQuery): Promise<Found> {
      const language = inLanguage ?? null;
      const contentType = type ? knownType(type) : null;
      const categoryId = category ? await knownCategory(category) : null;
      const words = readSearchWords(q);
      if (words === "") return content.latest({ contentType, categoryId, language }, cursor);

      const meant = categoryId === null ? (await content.categoriesMeant(words))[0] : undefined;
      const filter = { contentType, categoryId, language };
      if (cursor !== undefined && !isMatch(cursor)) {
        const more = await named(words, filter, meant, cursor);
        if (!more) throw new AppError("invalid_cursor");
        return more;
      }
      const after = cursor === undefined ? null : decodeMatch(cursor);
      const matches = await page({ words, ...filter }, after);
      const found = meant ? { ...matches, category: meant.name } : matches;
      if (found.items.length > 0 || after) return found;
      const instead = await named(words, filter, meant);
      if (instead) return { ...found, ...instead };
      const corrected = await correct(words);
      if (corrected === null) return found;
      const near = await page({ words: corrected, ...filter }, null);
      return near.items.length > 0 ? { ...near, corrected } : found;
    },
  };
}
export type SearchService = ReturnType<typeof createSearchService>;

function knownType(type: string): ContentType {
  const known = readContentType(type);
  if (!known) throw fieldError("type", `must be one of ${contentTypes.join(", ")}`);
  return known;
}

const encodeMatch = ({ score, id }: Match) => Buffer.from(`m.${score}.${id}`).toString("base64url");

/** Otherwise a position in a list of the newest. */
const isMatch = (cursor: string) => Buffer.from(cursor, "base64url").toString("latin1").startsWith("m.");

function decodeMatch(cursor: string): Match {
  const parts = /^m\.(\d{1,9})\.(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  const match = { score: Number(parts?.[1]), id: Number(parts?.[2]) };
  // The comparison rejects other spellings of the same position, such as leading zeros.
  if (!parts || encodeMatch(match) !== cursor) throw new AppError("invalid_cursor");
  return match;
}
