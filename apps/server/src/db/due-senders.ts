import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "./queries.ts";

/**
 * Whose rows are due, the longest due first. Reads the first row of each sender, by an index on (sender, due_at).
 * @param waiting a table and its condition, as "mails where sent_at is null"
 */
export async function dueSenders(db: Queries, waiting: SQL, now: Date, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ sender: string }>(sql`
    with recursive waiting as not materialized (select sender, due_at from ${waiting}),
    firsts as (
      (select sender, due_at from waiting order by sender, due_at limit 1)
      union all
      select next.sender, next.due_at from firsts cross join lateral (
        select sender, due_at from waiting where sender > firsts.sender order by sender, due_at limit 1
      ) next
    )
    select sender from firsts where due_at <= ${now} order by due_at limit ${most}`);
  return rows.map(({ sender }) => sender);
}
