import type { ContentType } from "@cairn/contract";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
import { newestMatches } from "../../db/newest-matches.ts";
import { content } from "../../db/schema.ts";

/** How many of the newest matches are ranked: bounds the work for words that stand in every text. */
const ranked = 500;

export interface Match {
  readonly id: number;
  /** How well the words fit, in millionths; a word in the title weighs most. */
  readonly score: number;
}

export interface MatchFilter {
  readonly words: string;
  readonly contentType: ContentType | null;
  readonly categoryId: number | null;
}

const asQuery = (words: string): SQL => sql`websearch_to_tsquery('english', ${words})`;
const says = (words: string): SQL => sql`${content.publishedSearch} @@ ${asQuery(words)}`;

/** The best of the newest matches, best first, after a match of an earlier page. */
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

/** The word as it stands in a published title, nearest first; null when the word itself is known or nothing is near. */
export async function nearestWord(db: Queries, word: string): Promise<string | null> {
  const known = await newestMatches(db, { matching: says(word), limit: 1 });
  if (known.length > 0) return null;
  const { rows } = await db.execute<{ nearest: string | null }>(
    sql`select nearest_title_word(${word}) as nearest`,
  );
  return rows[0]?.nearest ?? null;
}
