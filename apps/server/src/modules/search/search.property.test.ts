import { languageCodes } from "@cairn/contract";
import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mayMean } from "./misspelling.ts";
import { bestMatches, type MatchFilter, nearestWords } from "./search.repository.ts";

/** Enough for words of every kind: so common that the newest items are read, rarer ones, and some in no item at all. */
const items = 4_000;
const words = ["kettle", "teapot", "Node.js", "c++", "résumé", "quay", "ember", "fjord", "quokka", "zephyr"];
const misspelt = ["ketle", "teapto", "embre", "fjrod", "zephry", "quokak", "nothing", "kettle"];
const types = ["Article", "Video", "Audio"] as const;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  // The n-th word stands in every (2^n)-th item or so, the last in none, and "text" in all.
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`select setseed(0.5)`);
      await tx.execute(sql`create temp table texts on commit drop as
      select n, coalesce(string_agg(word, ' ' order by random()) filter (where random() < 0.5), 'Plain') as title,
        'Some text. ' || coalesce(string_agg(repeat(word || ' ', (random() * 4)::int), ' '), '') as body,
        (${sql.param([...languageCodes])}::text[])[1 + n % 7 / 5 + n % 7 / 6] as language
      from generate_series(1, ${items}::int) n
      left join unnest(${sql.param(words.slice(0, -1))}::text[]) with ordinality as words (word, place)
        on random() < 1 / 2 ^ place
      group by n`);
      await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
        published_review, published_at, published_category_id, published_content_type, published_title, published_search, published_language)
      select n, 1, 'Published', 1, n, n, now() - (n % 700 || ' minutes')::interval, 1 + n % 5,
        (${sql.param([...types])}::text[])[1 + n % 3], title, published_search_of(title, body, language), language from texts`);
      await tx.execute(sql`insert into title_words select distinct word from texts, words_of_title(title) as word
      on conflict do nothing`);
      await tx.execute(sql`insert into title_words values ('zephyr') on conflict do nothing`);
      await tx.execute(sql`select add_to_count('items Published', ${items}::int)`);
    },
    { limit: 60_000 },
  );
}, 60_000);
afterAll(() => db.remove());

/** The rule as it is written in docs/rules.md#library, with no thought of speed: newest 500 matches, ranked. */
async function plainMatches({ words: q, contentType, categoryId, language }: MatchFilter) {
  const { rows } = await db.query.execute<{ id: number; score: number }>(sql`
    with newest as (
      select id, published_search from content
      where published_revision_id is not null and published_search @@ search_query(${q}, ${language})
        and (${language}::text is null or published_language = ${language}::text)
        and (${contentType}::text is null or published_content_type = ${contentType}::text)
        and (${categoryId}::bigint is null or published_category_id = ${categoryId}::bigint)
      order by published_at desc, id desc limit 500)
    select id::int, (ts_rank(published_search, search_query(${q}, ${language}), 1) * 1000000)::int as score from newest
    order by score desc, id desc`);
  return rows;
}

async function plainNearest(word: string): Promise<string | undefined> {
  const isKnown = async (asked: string) => exists(sql`published_search @@ search_query(${asked})`);
  if (await isKnown(word)) return undefined;
  const { rows } = await db.query.execute<{ word: string; folded: string }>(sql`
    select word, search_text(${word}) as folded from title_words
    where word % search_text(${word}) and word <> search_text(${word})
    order by similarity(word, search_text(${word})) desc, word`);
  for (const near of rows)
    if (mayMean(near.folded, near.word) && (await isKnown(near.word))) return near.word;
  return undefined;
}

async function exists(condition: SQL): Promise<boolean> {
  const { rows } = await db.query.execute(
    sql`select 1 from content where published_revision_id is not null and ${condition} limit 1`,
  );
  return rows.length > 0;
}

const term = fc
  .tuple(fc.constantFrom("", "", "", "-"), fc.constantFrom(...words, ...misspelt, "text", "the"))
  .map(([sign, word]) => sign + word);
const query = fc.oneof(
  fc.array(term, { minLength: 1, maxLength: 5 }).map((terms) => terms.join(" ")),
  fc.array(term, { minLength: 2, maxLength: 3 }).map((terms) => terms.join(" or ")),
  fc.array(term, { minLength: 2, maxLength: 3 }).map((terms) => `"${terms.join(" ")}"`),
);

test("a search finds what the plain rule finds, in its order, by pages of any size", async () => {
  const ways = new Set<boolean>();
  const search = fc.record({
    words: query,
    contentType: fc.option(fc.constantFrom(...types)),
    categoryId: fc.option(fc.integer({ min: 1, max: 5 })),
    language: fc.option(fc.constantFrom(...languageCodes)),
  });
  await fc.assert(
    fc.asyncProperty(search, fc.integer({ min: 1, max: 400 }), async (filter, size) => {
      const wanted = await plainMatches(filter);
      const found: Awaited<ReturnType<typeof bestMatches>> = [];
      for (;;) {
        const page = await bestMatches(db.query, filter, found.at(-1) ?? null, size);
        found.push(...page);
        if (page.length < size || found.length >= 3 * size) break;
      }
      expect(found).toEqual(wanted.slice(0, found.length));
      expect(found.length).toBeGreaterThanOrEqual(Math.min(wanted.length, 3 * size));
      ways.add(await isCommon(filter.words));
    }),
    { numRuns: 80 },
  );
  // Both ways were taken.
  expect([...ways].sort()).toEqual([false, true]);
}, 120_000);

async function isCommon(q: string): Promise<boolean> {
  const { rows } = await db.query.execute<{ common: boolean }>(
    sql`select search_is_common(search_query(${q})) as common`,
  );
  return rows[0]?.common === true;
}

test("each unknown word is corrected as the plain rule corrects it", async () => {
  const asked = [...new Set([...words, ...misspelt, "qay", "kettel", "rsume"])];
  const wanted = new Map<string, string>();
  for (const word of asked) {
    const near = await plainNearest(word);
    if (near !== undefined) wanted.set(word, near);
  }
  expect(wanted.get("ketle")).toBe("kettle");
  expect(await nearestWords(db.query, asked)).toEqual(wanted);
});
