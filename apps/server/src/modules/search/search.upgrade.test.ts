import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../../tests/support/server/database.ts";
import { migrate } from "../../db/migrate.ts";
import { bestMatches, nearestWords } from "./search.repository.ts";

test("after the upgrade items published earlier are found by newly indexed words", async () => {
  const db = await openTestDatabase();
  await db.query.execute(sql`drop schema public cascade`);
  await db.query.execute(sql`create schema public`);
  await migrate(db, { until: "0015" });
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
      values (1, 1, 1, 'State with Zustand.js', 'A résumé of 日本語.', '', 'Article', 1, decode(repeat('00', 32), 'hex'))`);
    await tx.execute(sql`insert into content (id, author_id, status, latest_revision, published_revision_id,
        published_review, published_at, published_category_id, published_content_type, published_title, published_search)
      values (1, 1, 'Published', 1, 1, 1, now(), 1, 'Article', 'State with Zustand.js',
        to_tsvector('english', 'State with Zustand.js A résumé of 日本語.'))`);
  });

  await migrate(db);

  for (const words of ["zustand", "resume", "日本"]) {
    const found = await bestMatches(db.query, { words, contentType: null, categoryId: null }, null, 10);
    expect(found.map(({ id }) => id)).toEqual([1]);
  }
  expect(await nearestWords(db.query, ["zustnad"])).toEqual(new Map([["zustnad", "zustand"]]));
  await db.remove();
});
