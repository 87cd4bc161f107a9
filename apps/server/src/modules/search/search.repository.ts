import type { ContentType } from "@cairn/contract";
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/database.ts";
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

/** The best of the newest matches, best first, after a match of an earlier page. */
export async function bestMatches(
  db: Queries,
  { words, contentType, categoryId }: MatchFilter,
  after: Match | null,
  limit: number,
): Promise<Match[]> {
  const newest = db
    .select({
      id: content.id,
      score: sql<number>`(ts_rank(${content.publishedSearch}, ${asQuery(words)}, 1) * 1000000)::int`.as(
        "score",
      ),
    })
    .from(content)
    .where(
      and(
        isNotNull(content.publishedRevisionId),
        sql`${content.publishedSearch} @@ ${asQuery(words)}`,
        contentType === null ? undefined : eq(content.publishedContentType, contentType),
        categoryId === null ? undefined : eq(content.publishedCategoryId, categoryId),
      ),
    )
    .orderBy(sql`${content.publishedAt} desc, ${content.id} desc`)
    .limit(sql.raw(String(ranked)) as unknown as number)
    .as("newest");
  return db
    .select({ id: newest.id, score: newest.score })
    .from(newest)
    .where(after ? sql`(${newest.score}, ${newest.id}) < (${after.score}, ${after.id})` : undefined)
    .orderBy(sql`${newest.score} desc, ${newest.id} desc`)
    .limit(limit);
}

/** The word as it stands in a published title, nearest first; null when the word itself is known or nothing is near. */
export async function nearestWord(db: Queries, word: string): Promise<string | null> {
  const { rows } = await db.execute<{ nearest: string | null }>(sql`
    select case when exists (
      select from content where published_revision_id is not null and published_search @@ ${asQuery(word)}
    ) then null else nearest_title_word(${word}) end as nearest`);
  return rows[0]?.nearest ?? null;
}
