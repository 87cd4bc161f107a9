import { openTestDatabase, type TestDatabase } from "@tests/support/server/database.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { erasedTables } from "./erasing.repository.ts";

/** Why an erasure leaves these tables alone. */
const untouched = {
  asked_authors: "a date by item",
  author_weeks: "figures by id",
  categories: "words of admins about the site",
  code_checks: "outcomes by row of the ledger",
  content_counts: "figures by id",
  ended_labels: "labels of versions",
  feed_copies: "other sites' items",
  feed_ids: "the site's own",
  item_links: "ids",
  kept_counts: "figures of the site",
  ledger_leaves: "commitments, no names",
  link_queue: "ids",
  link_robots: "other sites' rules",
  link_runner: "an instance",
  links: "addresses in published texts, with the id of who linked first",
  log_checkpoint: "hashes",
  log_cosignatures: "hashes",
  log_tiles: "hashes",
  member_days: "figures of days",
  member_storage: "bytes by id, of what stays",
  provider_attempts: "names no account, and ends in minutes",
  published_labels: "labels of versions",
  schema_migrations: "the schema's own",
  site_logo: "the site's own",
  site_settings: "the site's own",
  site_storage: "bytes of the site",
  standing_reasons: "words about an item; who gave them is not stored",
  title_words: "single words of titles that were public",
  webhook_deliveries: "ids, titles and addresses, for seven days",
  webhooks: "the site's own",
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.remove());

test("each table is erased, or there is a reason why not", async () => {
  const { rows } = await database.query.execute<{ name: string }>(sql`
    select tablename as name from pg_tables where schemaname = current_schema()`);
  const decided = [...erasedTables, ...Object.keys(untouched)];
  expect(decided.sort()).toEqual(rows.map(({ name }) => name).sort());
});

test("no table that is left alone refers to an account but by an id that says nothing", async () => {
  const { rows } = await database.query.execute<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass order by 1`);
  const left = rows
    .map(({ name }) => name)
    .filter((name) => !(erasedTables as readonly string[]).includes(name));
  expect(left).toEqual(["author_weeks", "content_counts", "links", "member_storage"]);
});
