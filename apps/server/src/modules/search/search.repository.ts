import type { ContentType } from "@cairn/contract";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { newestMatches } from "../../db/newest-matches.ts";
import { content } from "../../db/schema.ts";

/** How many of the newest matches are ranked: limits the work for words that occur in every text. */
const ranked = 500;

export interface Match {
  readonly id: number;
  /** How well the words match, in millionths; words in the title weigh most. */
  readonly score: number;
}

export interface MatchFilter {
  readonly words: string;
  readonly contentType: ContentType | null;
  readonly categoryId: number | null;
}

const asQuery = (words: string): SQL => sql`search_query(${words})`;
const says = (words: string): SQL => sql`${content.publishedSearch} @@ ${asQuery(words)}`;

/** The best of the newest matches, best first, starting after a match of the previous page. */
export async function bestMatches(
  db: Queries,
  { words, contentType, categoryId }: MatchFilter,
  after: Match | null,
  limit: number,
): Promise<Match[]> {
  const newest = await newestMatches(db, {
    matching: says(words),
    where: and(
      contentType === null ? undefined : eq(content.publishedContentType, contentType),
      categoryId === null ? undefined : eq(content.publishedCategoryId, categoryId),
    ),
    limit: ranked,
  });
  const scored = db
    .select({
      id: content.id,
      score: sql<number>`(ts_rank(${content.publishedSearch}, ${asQuery(words)}, 1) * 1000000)::int`.as(
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
 * The most similar title word to a word that occurs in no published item; null if the word does occur, or nothing is
 * similar.
 */
export async function nearestWord(db: Queries, word: string): Promise<string | null> {
  const isKnown = async (asked: string) =>
    (await newestMatches(db, { matching: says(asked), limit: 1 })).length > 0;
  if (await isKnown(word)) return null;
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from title_words where word % search_text(${word}) and word <> search_text(${word})
    order by similarity(word, search_text(${word})) desc, word limit 3`);
  for (const near of rows) {
    // It may come from a title that is no longer public.
    if (await isKnown(near.word)) return near.word;
  }
  return null;
}
