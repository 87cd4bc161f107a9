import { sql } from "drizzle-orm";
import type { Database } from "../../apps/server/src/db/database.ts";

export const readers = 50;

/** They would update a few rows once for each item, in one transaction: what is read of them is written once instead. */
const oneRowKeepers = [
  ["content", "content_keeps_counts"],
  ["content", "content_keeps_item_counts"],
  ["content", "content_moves_item_counts"],
  ["content", "content_enters_weeks"],
  ["comments", "comments_keep_count"],
  ["comments", "comments_keep_week"],
] as const;

/**
 * Published items a minute apart, each with its revision and its approving ledger row, written by one author;
 * `readers` members who can sign in with sessions of their own. Every text has the word "engines", and item 77 alone
 * has "quokka".
 */
export async function fill(db: Database, items: number, commentsPerItem: number): Promise<void> {
  const hash = sql.raw("decode(md5(n::text) || md5('x' || n::text), 'hex')");
  const previous = sql.raw("decode(md5((n - 1)::text) || md5('x' || (n - 1)::text), 'hex')");
  const series = sql.raw(`generate_series(1, ${items}) n`);
  await db.transaction(
    async (tx) => {
      await tx.execute(sql`insert into users (name, email, role, verified_at)
        values ('Author', 'author@example.test', 'Admin', now())`);
      await tx.execute(sql`insert into users (name, email, role)
        select 'Reader ' || n, 'reader-' || n || '@example.test', 'User' from generate_series(1, ${readers}::int) n`);
      for (const [table, trigger] of oneRowKeepers) {
        await tx.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`));
      }
      await tx.execute(sql`insert into content (id, author_id, status, latest_revision)
        select n, 1, 'Draft', 1 from ${series}`);
      await tx.execute(sql`insert into revisions (id, content_id, number, title, body, body_html, content_type, category_id, hash)
        select n, n, 1, 'Title ' || n, repeat('Some words about engines. ', 12) || case when n = 77 then 'quokka' else '' end,
          '', 'Article', 1 + n % 5, ${hash} from ${series}`);
      // One trigger call a leaf would take longer than all the rest; the function makes the same tiles at once.
      await tx.execute(sql`alter table ledger_leaves disable trigger ledger_leaves_enter_tiles`);
      await tx.execute(sql`insert into ledger_leaves select n, 'leaf ' || n, ${hash} from ${series}`);
      await tx.execute(sql`alter table ledger_leaves enable trigger ledger_leaves_enter_tiles`);
      await tx.execute(sql`select make_log_tiles()`);
      await tx.execute(sql`insert into ledger (seq, content_id, revision_id, revision_number, revision_hash, decision,
          reviewer_id, decided_at, previous_hash, hash)
        select n, n, n, 1, ${hash}, 'approved', 1, now(), ${previous}, ${hash} from ${series}`);
      await tx.execute(sql`update content set status = 'Published', published_revision_id = id, published_review = id,
        published_at = now() - (id || ' minutes')::interval, comments = ${commentsPerItem}::int`);
      await tx.execute(sql`insert into comments (content_id, author_id, body, body_html, created_at)
        select n, 1, 'A comment', '<p>A comment</p>', now() - (m || ' minutes')::interval
        from ${series}, generate_series(1, ${commentsPerItem}::int) m`);
      await tx.execute(
        sql`insert into content_counts (author_id, status, total) values (1, 'Published', ${items}::int)`,
      );
      await tx.execute(sql`insert into kept_counts (name, total) values ('items Published', ${items}::int)`);
      await tx.execute(sql`update categories set posts = ${items}::int / 5`);
      await tx.execute(sql`select setval(pg_get_serial_sequence('content', 'id'), ${items}::int),
        setval(pg_get_serial_sequence('revisions', 'id'), ${items}::int)`);
      for (const [table, trigger] of oneRowKeepers) {
        await tx.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`));
      }
    },
    { limit: 1_200_000 },
  );
  await db.maintain("vacuum (analyze)");
}
