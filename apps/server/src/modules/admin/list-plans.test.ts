import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { maxRows, pagesRead, plansOf, wholeTables } from "@tests/support/server/plans.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newestMatchesNear } from "../../db/newest-matches.ts";
import type { Queries } from "../../db/queries.ts";
import { newestMentions, publishedPositions } from "../content/content.repository.ts";
import { findInvitations } from "../invitations/invitations.repository.ts";
import { latestDecisions } from "../ledger/ledger.repository.ts";
import { eraseUndecidedMedia, isPublishedMedia } from "../media/media.repository.ts";
import { authorsByName } from "../profiles/profiles.repository.ts";
import { openReports } from "../reports/reports.repository.ts";
import { type DeskFilter, deskItems, deskPositions } from "../reviews/desk.repository.ts";
import { bestMatches, nearestWords } from "../search/search.repository.ts";
import { findAccounts } from "./accounts.repository.ts";
import { actionActivity, ledgerActivity } from "./activity.repository.ts";
import { membersSince, oldestWait, recentWaits } from "./overview.repository.ts";

const [users, items] = [10_000, 100_000];
/** Those of which nobody may read every row to show a page. */
const large = ["users", "content", "revisions", "ledger", "admin_actions", "reports", "title_words"];

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await fill();
}, 300_000);
afterAll(() => db.remove());

/** Rows as they would be; what the triggers would have kept is written directly. */
async function fill(): Promise<void> {
  const hash = sql.raw("decode(md5(n::text) || md5('x' || n::text), 'hex')");
  const previous = sql.raw("decode(md5((n - 1)::text) || md5('x' || (n - 1)::text), 'hex')");
  const series = sql.raw(`generate_series(1, ${items}) n`);
  const steps = [
    sql`set local session_replication_role = replica`,
    sql`insert into users (id, name, email, role)
      select n, 'Member ' || md5(n::text), md5('e' || n) || '@example.test', 'User' from generate_series(1, ${sql.raw(String(users))}) n`,
    sql`insert into revisions (id, content_id, number, title, body, body_html, excerpt, content_type, category_id, hash)
      select n, n, 1, 'Title ' || md5('t' || n), 'Words.', '', 'Words.', (array['Article', 'Video', 'Audio'])[1 + n % 3], 1 + n % 5, ${hash}
      from ${series}`,
    sql`insert into content (id, author_id, status, latest_revision, desk_revision_id, desk_title, desk_content_type,
        desk_category_id, pending_revision_id, waiting_since, published_revision_id, published_review, published_at,
        published_title, published_search)
      select n, 1 + n % ${sql.raw(String(users))}, case when n % 50 = 0 then 'Pending' else 'Published' end, 1, n,
        'Title ' || md5('t' || n), (array['Article', 'Video', 'Audio'])[1 + n % 3], 1 + n % 5,
        case when n % 50 = 0 then n end, case when n % 50 = 0 then now() - n * interval '1 second' end,
        case when n % 50 <> 0 then n end, case when n % 50 <> 0 then n end,
        now() - n * interval '1 second',
        case when n % 50 <> 0 then 'Title ' || md5('t' || n) end,
        array_to_tsvector(array['titl', 'word' || n % 100])
      from ${series}`,
    sql`update users set author_words = words_of_name(name) where id < 5000`,
    sql`select add_to_count('items Published', ${sql.raw(String(items))})`,
    sql`insert into title_words select 'title' union all select md5('t' || n) from generate_series(1, 20000) n`,
    sql`insert into ledger (seq, content_id, revision_id, revision_number, revision_hash, decision, reviewer_id,
        reviewer_salt, decided_at, previous_hash, hash)
      select n, n, n, 1, ${hash}, 'approved', 1, ${hash}, now() - (${sql.raw(String(items))} - n) * interval '1 second', ${previous}, ${hash} from ${series}`,
    sql`insert into admin_actions (admin_id, kind, subject_id, subject, done_at)
      select 1, 'userUpdated', n, 'Somebody', now() - n * interval '1 second' from generate_series(1, 20000) n`,
    sql`insert into reports (content_id, reporter_id, reason, created_at, closed_at, closed_by)
      select n, 1, 'Why', now() - n * interval '1 second', now(), 1 from generate_series(1, 20000) n`,
  ];
  await db.transaction(
    async (tx) => {
      for (const step of steps) await tx.execute(step);
    },
    { limit: 240_000 },
  );
  await db.maintain("vacuum (analyze)");
}

/** Some authors match whatever was looked for, so that what comes next is planned with them. */
const foundBy = (text: string) =>
  text.includes('from "users" where "users"."name" ilike') ? [[17], [4_711]] : askedFor(text);

/** What a member's interests come to, so that their index is asked next. */
const askedFor = (text: string) =>
  text.includes("as is_common") ? [{ words: "'word17'", is_common: false }] : [];

const any: DeskFilter = { status: "All", contentType: null, categoryId: null, words: "" };
const at = new Date(Date.now() - 3_600_000);
const desk =
  (filter: Partial<DeskFilter>, sort: "waiting" | "newest" | "oldest" = "newest", id?: number) =>
  (db: Queries) =>
    deskPositions(db, { ...any, ...filter }, sort, id === undefined ? null : { at, id }, 21);

const mentioning =
  (...phrases: string[]) =>
  (db: Queries) =>
    newestMentions(db, phrases);

/** What a member's interests were found in. */
const found = Array.from({ length: 500 }, (_, index) => items - index * 7);
const page = { after: null, offset: 0, limit: 11 };

const searching = (words: string) => (db: Queries) =>
  bestMatches(db, { words, contentType: null, categoryId: null, language: null }, null, 21);

const reads: [name: string, read: (queries: Queries) => Promise<unknown>][] = [
  ["the desk", desk({})],
  ["the desk's page far down", desk({}, "newest", 50_000)],
  ["the desk, oldest first", desk({}, "oldest")],
  ["what waits", desk({ status: "Pending" }, "waiting")],
  ["what waits, far down", desk({ status: "Pending" }, "waiting", 50_000)],
  ["what is approved", desk({ status: "Published" })],
  ["what is flagged, of which there is nothing", desk({ status: "Flagged" })],
  ["a type", desk({ contentType: "Audio" })],
  ["a category's waiting items of a type", desk({ status: "Pending", categoryId: 3, contentType: "Video" })],
  ["a category without items", desk({ categoryId: 77 })],
  ["a word of a title or of an author's name", desk({ words: "c4ca4238a0" })],
  ["the items of a page of the desk", (db) => deskItems(db, [5, 77_777, 99_950])],
  ["the accounts", (db) => findAccounts(db, { words: "", isWaiting: false }, null, 21)],
  ["the accounts far down", (db) => findAccounts(db, { words: "", isWaiting: false }, 5_000, 21)],
  [
    "accounts by part of a name or email",
    (db) => findAccounts(db, { words: "c4ca4238a0", isWaiting: false }, null, 21),
  ],
  ["accounts that wait", (db) => findAccounts(db, { words: "", isWaiting: true }, null, 21)],
  ["the invitations", (db) => findInvitations(db, null, 21)],
  ["the ledger", (db) => latestDecisions(db, null, 51)],
  ["the ledger far down", (db) => latestDecisions(db, 50_000, 51)],
  ["the activity's decisions", (db) => ledgerActivity(db, { at, source: "ledger", id: 50_000 }, 21)],
  ["the activity's actions", (db) => actionActivity(db, { at, source: "action", id: 50_000 }, 21)],
  ["open reports", (db) => openReports(db, null, 21)],
  ["items that mention what stands nowhere", mentioning("cobol", "haskell", "forth")],
  ["items that mention a word of few", mentioning("word17")],
  [
    "the newest items that mention a common word",
    (db) => newestMatchesNear(db, { matching: sql`published_search @@ 'titl'`, limit: 500, stretch: 4_000 }),
  ],
  ["the newest items among what was found", (db) => publishedPositions(db, { among: found }, page)],
  ["the newest items but what was found", (db) => publishedPositions(db, { except: found }, page)],
  ["the search for what stands nowhere", searching("cobol")],
  ["the search for a word of few", searching("word17")],
  ["what is near a word that stands nowhere", (db) => nearestWords(db, ["cobol"])],
  ["whether anybody may see a file", (db) => isPublishedMedia(db, `${"0".repeat(32)}.png`)],
  ["the files of an item that was taken back", (db) => eraseUndecidedMedia(db, 77_777, at)],
  ["the week's members", (db) => membersSince(db, "2026-01-01")],
  ["the head of the queue", oldestWait],
  ["how long authors wait", recentWaits],
];

describe(`with ${users} accounts and ${items} items`, () => {
  test.each(reads)("%s is read through indexes, touching few rows", async (_name, read) => {
    const plans = await plansOf(db, read, foundBy);
    expect(plans.length).toBeGreaterThan(0);
    expect(wholeTables(plans, large)).toEqual([]);
    expect(maxRows(plans)).toBeLessThan(items / 20);
  });

  test("the right spelling of a word is found cheaply, even when many titles contain it", async () => {
    const read = (db: Queries) => nearestWords(db, ["titel"]);
    expect(await read(db.query)).toEqual(new Map([["titel", "title"]]));
    expect(pagesRead(await plansOf(db, read))).toBeLessThan(1_000);
  });

  // Their steps are inside a function, where a plan does not show them, but the pages that they read count.
  test.each([
    [
      "the newest items that mention a common word",
      (db) =>
        newestMatchesNear(db, { matching: sql`published_search @@ 'titl'`, limit: 500, stretch: 4_000 }),
    ],
    ["the newest items among what was found", (db) => publishedPositions(db, { among: found }, page)],
    ["the newest items but what was found", (db) => publishedPositions(db, { except: found }, page)],
    ["the search for what stands nowhere", searching("cobol")],
    ["the search for a word of few", searching("word17")],
    ["the search for many words", searching("title word17 word18 cobol")],
    ["the search for an author whom nobody is", (db: Queries) => authorsByName(db, "cobol member", 6)],
    ["the search for a name that all authors have", (db: Queries) => authorsByName(db, "member", 6)],
    ["what is near words that stand nowhere", (db: Queries) => nearestWords(db, ["cobol", "fortran"])],
  ])("%s reads few pages", async (_name, read) => {
    const pages = pagesRead(await plansOf(db, read));
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(1_500);
  });

  test("a statement that reads every row is detected", async () => {
    const plans = await plansOf(db, (queries) => queries.execute(sql`select count(body) from revisions`));
    expect(wholeTables(plans, large)).toEqual(["revisions"]);
    expect(maxRows(plans)).toBe(items);
  });
});
