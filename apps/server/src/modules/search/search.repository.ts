import type { ContentType, LanguageCode, Spoken } from "@cairn/contract";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { newestMatches } from "../../db/newest-matches.ts";
import { named } from "../../db/queries.ts";
import { content } from "../../db/schema.ts";
import { mayMean } from "./misspelling.ts";

/** How many of the newest matches are ranked, here and in search_best: caps the cost of very common words. */
const ranked = 500;
/** Items scanned for them where the words are common: what words just common enough need, and as much again. */
const scannedForCommonWords = 8_000;

export interface Match {
  readonly id: number;
  /** How well the words match, in millionths; words in the title weigh most. */
  readonly score: number;
}

export interface MatchFilter {
  readonly words: string;
  readonly contentType: ContentType | null;
  readonly categoryId: number | null;
  readonly language: LanguageCode | null;
}

const { placeholder } = sql;

/** Best first; one row with `isCommon` if the words are too common for the index of words. */
const best = named((db) =>
  db
    .select({
      id: sql<number>`found.id::int`,
      score: sql<number>`found.score`,
      isCommon: sql<boolean>`found.is_common`,
    })
    .from(
      sql`search_best(
        words => ${placeholder("words")}, of_type => ${placeholder("contentType")}, of_category => ${placeholder("categoryId")},
        after_score => ${placeholder("afterScore")}, after_id => ${placeholder("afterId")}, wanted => ${placeholder("limit")},
        of_language => ${placeholder("language")}) as found`,
    )
    .prepare("search_best"),
);

const nearWords = named((db) =>
  db
    .select({
      word: sql<string>`found.word`,
      folded: sql<string>`found.folded`,
      near: sql<string>`found.near`,
    })
    .from(sql`search_near(${placeholder("words")}) as found`)
    .prepare("search_near"),
);

const knownWords = named((db) =>
  db
    .select({ word: sql<string>`asked.word` })
    .from(sql`unnest(${placeholder("words")}::text[]) as asked (word)`)
    .where(sql`search_knows(asked.word)`)
    .prepare("search_known"),
);

/** The best of the newest matches, best first, starting after a match of the previous page. */
export async function bestMatches(
  db: Queries,
  filter: MatchFilter,
  after: Match | null,
  limit: number,
): Promise<Match[]> {
  const found = await best(db).execute({
    ...filter,
    afterScore: after?.score ?? null,
    afterId: after?.id ?? null,
    limit,
  });
  return found[0]?.isCommon
    ? bestCommonMatches(db, filter, after, limit)
    : found.map(({ id, score }) => ({ id, score }));
}

/** What is said in these items of what is looked for: of each its best cue. */
export async function spokenMatches(
  db: Queries,
  ids: readonly number[],
  { words, language }: Pick<MatchFilter, "words" | "language">,
): Promise<Map<number, Spoken>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string } & Spoken>(sql`
    select content_id as id, at, said as text, language
    from spoken_matches(${sql.param([...ids])}::bigint[], ${words}, ${language})`);
  return new Map(rows.map(({ id, at, text, language }) => [Number(id), { at, text, language }]));
}

const asQuery = ({ words, language }: MatchFilter): SQL => sql`search_query(${words}, ${language})`;

/** The same for words that occur in so many items that scanning the newest ones is quicker than the index of words. */
async function bestCommonMatches(
  db: Queries,
  filter: MatchFilter,
  after: Match | null,
  limit: number,
): Promise<Match[]> {
  const { contentType, categoryId, language } = filter;
  const newest = await newestMatches(db, {
    matching: sql`${content.publishedSearch} @@ ${asQuery(filter)}`,
    where: and(
      contentType === null ? undefined : eq(content.publishedContentType, contentType),
      categoryId === null ? undefined : eq(content.publishedCategoryId, categoryId),
      language === null ? undefined : eq(content.publishedLanguage, language),
    ),
    limit: ranked,
    stretch: scannedForCommonWords,
  });
  const scored = db
    .select({
      id: content.id,
      score: sql<number>`(ts_rank(${content.publishedSearch}, ${asQuery(filter)}, 1) * 1000000)::int`.as(
        "score",
      ),
    })
    .from(content)
    .where(sql`${content.id} = any(${sql.param(newest.map(({ id }) => id))}::bigint[])`)
    .as("scored");
  return db
    .select({ id: scored.id, score: scored.score })
    .from(scored)
    .where(after ? sql`(${scored.score}, ${scored.id}) < (${after.score}, ${after.id})` : undefined)
    .orderBy(sql`${scored.score} desc, ${scored.id} desc`)
    .limit(limit);
}

/**
 * For each of these words that occurs in no published item: the most similar title word that does, if it may be what was
 * meant. Words that occur, common words, and words that nothing is similar to, are left out.
 */
export async function nearestWords(db: Queries, words: readonly string[]): Promise<Map<string, string>> {
  const similar = await nearWords(db).execute({ words });
  const candidates = similar.filter(({ folded, near }) => mayMean(folded, near));
  if (candidates.length === 0) return new Map();
  // A word may come from a title that is no longer public.
  const known = await knownWords(db).execute({
    words: [...new Set(candidates.map(({ near }) => near))],
  });
  const isKnown = new Set(known.map(({ word }) => word));
  // Backwards, so that the most similar one stays.
  return new Map(
    candidates.flatMap(({ word, near }) => (isKnown.has(near) ? [[word, near] as const] : [])).reverse(),
  );
}
