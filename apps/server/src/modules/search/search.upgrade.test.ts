import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase, silentLog } from "../../../../../tests/support/server/database.ts";
import { migrate } from "../../db/migrate.ts";
import { itemsToVerify, keptParts } from "../ledger/verification.repository.ts";
import { bestMatches, nearestWords } from "./search.repository.ts";
import { createSearchWords } from "./search-words.ts";

test("after the upgrade items published earlier are found by newly indexed words", async () => {
  const db = await openTestDatabase();
  await db.query.execute(sql`drop schema public cascade`);
  await db.query.execute(sql`create schema public`);
  await migrate(db, { until: "0015" });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into users (id, name, email, role) values (1, 'Ada', 'ada@example.test', 'TechWriter')`,
    );
    await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
      values (1, 1, 1, 'State with Zustand.js', 'A résumé of 日本語.', '', 'Article', 1, decode(repeat('00', 32), 'hex'))`);
    await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
        published_review, published_at, published_category_id, published_content_type, published_title, published_search)
      values (1, 1, 'Published', 1, 1, 1, now(), 1, 'Article', 'State with Zustand.js',
        to_tsvector('english', 'State with Zustand.js A résumé of 日本語.'))`);
  });

  await migrate(db);

  for (const words of ["zustand", "resume", "日本"]) {
    const found = await bestMatches(
      db.query,
      { words, contentType: null, categoryId: null, language: null },
      null,
      10,
    );
    expect(found.map(({ id }) => id)).toEqual([1]);
  }
  expect(await nearestWords(db.query, ["zustnad"])).toEqual(new Map([["zustnad", "zustand"]]));
  await db.remove();
});

test("after the upgrade Arabic items of before are found in every form, as Arabic, and with the hashes they had", async () => {
  const db = await openTestDatabase();
  await db.query.execute(sql`drop schema public cascade`);
  await db.query.execute(sql`create schema public`);
  await migrate(db, { until: "0034" });
  const hash = "11".repeat(32);
  const items = ["البرمجة بلغة Rust", "A book of Rust", "The word كِتَابٌ in English"];
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into users (id, name, email, role) values (1, 'Ada', 'ada@example.test', 'TechWriter')`,
    );
    for (const [index, title] of items.entries()) {
      await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
        values (${index + 1}, ${index + 1}, 1, ${title}, 'Vérifié.', '', 'Article', 1, decode(${hash}, 'hex'))`);
      await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
          published_review, published_at, published_category_id, published_content_type, published_title, published_search)
        values (${index + 1}, 1, 'Published', 1, ${index + 1}, 1, now(), 1, 'Article', ${title},
          published_search_of(${title}, 'Vérifié.'))`);
    }
  });

  await migrate(db);

  const found = async (words: string, language: "ar" | "en" | null = null) =>
    (await bestMatches(db.query, { words, contentType: null, categoryId: null, language }, null, 10)).map(
      ({ id }) => id,
    );
  expect(await found("برمجة")).toEqual([1]);
  expect(await found("الكتاب")).toEqual([3]);
  expect(await found("rust", "ar")).toEqual([1]);
  expect(await found("rust", "en")).toEqual([2]);
  expect((await found("verifie")).toSorted()).toEqual([1, 2, 3]);
  const { rows } = await db.query.execute(sql`
    select language, language_given, encode(hash, 'hex') as hash, published_language,
      published_search = published_search_of(title, body, language) as same
    from revisions join content on content.published_revision_id = revisions.id order by revisions.id`);
  const kept = { language_given: false, hash, same: true };
  expect(rows).toEqual([
    { language: "ar", published_language: "ar", ...kept },
    { language: "en", published_language: "en", ...kept },
    { language: "en", published_language: "en", ...kept },
  ]);
  await db.remove();
});

test("after the upgrade whole texts and titles of common words of before are found, made one by one beside the calls", async () => {
  const db = await openTestDatabase();
  await db.query.execute(sql`drop schema public cascade`);
  await db.query.execute(sql`create schema public`);
  await migrate(db, { until: "0049_feed_ids.sql" });
  const items = [
    { title: "A long text", body: `${"words of a text ".repeat(3_000)}finale` },
    { title: "What is this?", body: "A question." },
    { title: "A short text", body: "This is short." },
  ];
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`insert into users (id, name, email, role) values (1, 'Ada', 'ada@example.test', 'TechWriter')`,
    );
    for (const [index, { title, body }] of items.entries()) {
      await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
        values (${index + 1}, ${index + 1}, 1, ${title}, ${body}, '', 'Article', 1, decode(repeat('00', 32), 'hex'))`);
      await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
          published_review, published_at, published_category_id, published_content_type, published_title, published_search)
        values (${index + 1}, 1, 'Published', 1, ${index + 1}, 1, now(), 1, 'Article', ${title},
          published_search_of(${title}, ${body}))`);
    }
  });
  const found = async (words: string) =>
    (
      await bestMatches(db.query, { words, contentType: null, categoryId: null, language: null }, null, 10)
    ).map(({ id }) => id);
  const misfits = async () =>
    (await itemsToVerify(db.query, 0, 10, true, await keptParts(db.query))).filter(({ wrongCopies }) =>
      wrongCopies.includes("words for the search"),
    );

  await migrate(db);
  // The audit knows which words are still to be made.
  expect(await misfits()).toEqual([]);
  const searchWords = createSearchWords({ db, log: silentLog });
  await searchWords.makeDue();

  expect(await found("finale")).toEqual([1]);
  expect(await found("what is this")).toEqual([2]);
  const { rows } = await db.query.execute(sql`select from search_stale`);
  expect(rows).toEqual([]);
  expect(await misfits()).toEqual([]);
  await db.remove();
});
